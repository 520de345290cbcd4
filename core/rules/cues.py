"""Words by which a writer says that something is no longer as it was, and words that only tell since when.

One row a language. A row that is missing costs a proposal, never a wrong closing: a cue alone closes nothing.
"~" stands for up to four words in between; scripts without spaces are read as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.rules import lexicon
from core.rules.openers import Openers
from core.rules.shapes import Word, is_date
from core.text.scripts import unspaced_character


class Tongue(NamedTuple):
    """What one language has for it, alternatives parted by "|"."""

    now: str
    """It is so now, or so again."""
    since: str
    """Opens a phrase that says since when."""
    no_more: str
    """It is not so any more."""
    changed: str
    """It was moved, raised, replaced, put off: an act that leaves another value behind."""
    about: str
    """Adverbs that shade a value and say nothing of a change."""
    dated: str = ""
    """Prepositions that say since when before a date, and something else before other words."""


SPACED: Final[dict[str, Tongue]] = {
    "en": Tongue(
        now="now|right now|again|nowadays|these days|from now on|for now|by now|instead|at last|meanwhile",
        since="since|as of|as from|from ~ onwards?",
        no_more="no longer|any ?more|any longer|stopped|stops|ceased|gave up|given up",
        changed="mov(?:ed?|es|ing)|chang(?:ed?|es)|switch(?:ed|es)?|rais(?:ed?|es)|lower(?:ed|s)|"
        "increas(?:ed?|es)|decreas(?:ed?|es)|reduc(?:ed?|es)|bump(?:ed|s)|upgrad(?:ed?|es)|"
        "downgrad(?:ed?|es)|"
        "migrat(?:ed?|es)|renam(?:ed?|es)|relocat(?:ed?|es)|replac(?:ed?|es)|postponed?|reschedul(?:ed?|es)|"
        "delayed|slipp(?:ed|ing)|slips|pushed (?:back|to|out)|brought forward|extended|shortened|doubled|"
        "halved|"
        "tripled|swapped|moved over|became|becomes|has become|taken over|took over|takes over|handed over|"
        "passed (?:on )?to|(?:rose|risen|fell|fallen|grew|grown|shrank|shrunk|dropped|cut) (?:\\S+ ){0,3}to|"
        "(?:went up|gone up|"
        "went down|gone down|is down|is up|up|down) (?:to|from)|pinned to|turned into|got cheaper|"
        "went from",
        about="about|around|roughly|approximately|nearly|almost|only|just|already|even|currently|actually|"
        "exactly|still",
        dated="from|starting|starting on|starting from|effective",
    ),
    "de": Tongue(
        now="jetzt|nun|nunmehr|wieder|inzwischen|mittlerweile|neuerdings|künftig|ab sofort|stattdessen|"
        "von nun an|von jetzt an|heute",
        since="seit|seitdem|von ~ an|vom ~ an",
        no_more="nicht mehr|kein(?:e|en|er|em)? ~ mehr|nicht länger",
        changed="umgezogen|zieht um|verschoben|verlegt|geändert|gewechselt|wechselt|umgestellt|erhöht|"
        "gesenkt|gestiegen|gesunken|ersetzt|abgelöst|umbenannt|übernommen|übernimmt|verlängert|verkürzt|"
        "verdoppelt|halbiert|angehoben|hochgesetzt|herabgesetzt|aktualisiert|migriert|wurde zu|statt|"
        "anstatt|neuerdings",
        about="etwa|ungefähr|rund|circa|ca|nur|erst|bereits|schon|sogar|genau|derzeit|aktuell",
        dated="ab",
    ),
    "fr": Tongue(
        now="maintenant|désormais|dorénavant|à nouveau|de nouveau|à présent|à la place|actuellement",
        since="depuis|à partir d\\S*|à compter d\\S*",
        no_more="ne ~ plus|n'\\S+ ~ plus|n'\\S+ plus",
        changed="déménagé|déplacée?|changée?|change|passée? (?:à|de)|passe (?:à|de)|augmentée?|baissée?|"
        "réduite?|remplacée?|remplace|renommée?|reportée?|repoussée?|avancée?|prolongée?|doublée?|migrée?|"
        "devenue?|devient|repris|reprend|au lieu d\\S*|transférée?",
        about="environ|seulement|déjà|juste|presque|même|exactement|encore",
        dated="dès",
    ),
    "es": Tongue(
        now="ahora|ya|de nuevo|otra vez|actualmente|en adelante|en cambio",
        since="a partir de|a partir del|desde hace|desde que",
        no_more="ya no|no ~ más|dej(?:ó|a|aron|amos) de",
        changed="mudad[oa]|movid[oa]|se mud\\S+|cambi(?:ó|ado|ada|amos|aron)|pas(?:ó|a|aron|amos) (?:a|de)|"
        "subi(?:ó|do|da|eron)|baj(?:ó|ado|ada|aron)|aument(?:ó|ado|ada)|reduc\\S+|redujo|reemplaz\\S+|"
        "sustitu\\S+|renombrad[oa]|aplaz\\S+|retras\\S+|adelant(?:ó|ado|ada)|prorrog\\S+|ampli(?:ó|ado|ada)|"
        "duplic\\S+|migr(?:ó|ado|ada|amos)|traslad\\S+|asum(?:e|ió)|en lugar de|en vez de",
        about="unos|unas|aproximadamente|casi|solo|sólo|apenas|todavía|aún",
        dated="desde",
    ),
    "it": Tongue(
        now="ora|adesso|ormai|di nuovo|d'ora in poi|attualmente|invece",
        since="a partire da\\S*",
        no_more="non ~ più|smesso di",
        changed="spostat[oaie]|trasferit[oaie]|cambiat[oaie]|cambia|passat[oaie] (?:a|da)|passa (?:a|da)|"
        "aumentat[oaie]|salit[oaie]|sces[oaie]|ridott[oaie]|abbassat[oaie]|alzat[oaie]|sostituit[oaie]|"
        "rinominat[oaie]|rinviat[oaie]|posticipat[oaie]|anticipat[oaie]|prorogat[oaie]|migrat[oaie]|"
        "diventat[oaie]|raddoppiat[oaie]|al posto di|invece di",
        about="circa|solo|soltanto|già|quasi|appena|ancora",
        dated="da|dal|dalla|dall'\\S+",
    ),
    "pt": Tongue(
        now="agora|já|de novo|novamente|atualmente|daqui em diante|em vez disso",
        since="a partir d[eoa]|a contar d[eoa]|desde que",
        no_more="não ~ mais|já não|deix(?:ou|a|aram|amos) de",
        changed="mudou|mudad[oa]|mudamos|mudaram|movid[oa]|pass(?:ou|a|aram|amos) (?:a|de|para)|subiu|"
        "aument(?:ou|ado|ada)|baixou|reduzi\\S+|caiu|substituí\\S+|substituiu|renomead[oa]|adiad[oa]|"
        "adiou|antecipad[oa]|prorrogad[oa]|migr(?:ou|ado|ada|amos)|transferid[oa]|virou|dobrou|assumiu|"
        "em vez de|no lugar de",
        about="cerca|uns|umas|aproximadamente|só|somente|apenas|quase|ainda",
        dated="desde",
    ),
    "nl": Tongue(
        now="nu|weer|opnieuw|tegenwoordig|voortaan|inmiddels|vanaf nu|in plaats daarvan",
        since="sinds|vanaf|met ingang van",
        no_more="niet meer|geen ~ meer|niet langer",
        changed="verhuisd|verplaatst|verschoven|veranderd|gewijzigd|gewisseld|overgestapt|verhoogd|verlaagd|"
        "gestegen|gedaald|vervangen|hernoemd|uitgesteld|vervroegd|verlengd|verdubbeld|gemigreerd|"
        "overgenomen|geworden|in plaats van",
        about="ongeveer|circa|ca|rond|slechts|pas|al|bijna|nog",
    ),
    "sv": Tongue(
        now="nu|igen|numera|nuförtiden|istället|i stället|hädanefter",
        since="sedan|från och med|fr o m",
        no_more="inte längre|inte ~ längre|inte ~ mer|ingen ~ längre",
        changed="flyttat|flyttats?|flyttade|flyttades|bytt|byttes?|bytte|ändrats?|ändrades|höjts?|höjdes|"
        "sänkts?|sänktes|ökat|minskat|ersatts?|ersattes|döpts om|skjutits upp|sköts upp|förlängts?|"
        "uppgraderats?|blivit|tagit över",
        about="ungefär|cirka|ca|bara|redan|nästan|fortfarande",
        dated="från",
    ),
    "da": Tongue(
        now="nu|igen|nå|nåværende|i stedet|i stedet for|herefter|heretter",
        since="siden|fra og med",
        no_more="ikke længere|ikke lenger|ikke ~ mere|ikke ~ mer|ingen ~ længere",
        changed="flyttet|flyttede|skiftet|skiftede|byttet|ændret|endret|hævet|hevet|sænket|senket|steget|"
        "faldet|falt|erstattet|omdøbt|udskudt|utsatt|forlænget|forlenget|opgraderet|oppgradert|blevet|blitt|"
        "overtaget|overtatt",
        about="cirka|omkring|omtrent|kun|bare|allerede|næsten|nesten|stadig|fortsatt",
        dated="fra",
    ),
    "pl": Tongue(
        now="teraz|obecnie|znowu|znów|ponownie|odtąd|zamiast tego|aktualnie",
        since="począwszy od",
        no_more="już nie|nie ~ już|przestał\\S*",
        changed="przeni\\S+|przesun\\S+|przeprowadz\\S+|zmieni\\S+|podni\\S+|podwyższ\\S+|obniż\\S+|wzrósł|"
        "wzrosł[ao]|spadł[ao]?|zwiększ\\S+|zmniejsz\\S+|zastąpi\\S+|przełoż\\S+|przedłuż\\S+|skrócon\\S+|"
        "przejął|przejęła|przeszliśmy|przeszedł|przeszła|zaktualiz\\S+|zmigrowa\\S+|zamiast",
        about="około|ok|tylko|już|dopiero|prawie|jeszcze",
        dated="od",
    ),
    "ru": Tongue(
        now="теперь|сейчас|снова|опять|отныне|ныне|вместо этого",
        since="начиная с",
        no_more="больше не|уже не|больше нет|не ~ больше|перестал\\S*",
        changed="переехал\\S*|перенес\\S+|перенёс\\S+|перемещ\\S+|переместил\\S+|изменил\\S+|изменен\\S*|"
        "изменён\\S*|сменил\\S*|поменял\\S*|повысил\\S*|повышен\\S*|поднял\\S*|понизил\\S*|снизил\\S*|"
        "снижен\\S*|"
        "вырос\\S*|упал\\S*|увелич\\S+|уменьш\\S+|заменил\\S*|заменен\\S*|заменён\\S*|переименова\\S+|"
        "отложен\\S*|сдвинул\\S*|продлен\\S*|продлён\\S*|перешел|перешёл|перешл[аи]|переш[её]л|обновил\\S*|"
        "обновлен\\S*|стал[аои]?|вместо",
        about="около|примерно|только|уже|лишь|почти|ещё|еще",
        dated="с|со",
    ),
    "uk": Tongue(
        now="тепер|зараз|знову|відтепер|наразі",
        since="починаючи з",
        no_more="більше не|вже не",
        changed="переїха\\S+|перенес\\S+|змін\\S+|підвищ\\S+|підня\\S+|зниж\\S+|замін\\S+|перейменова\\S+|"
        "відклад\\S+|перейш\\S+|оновл\\S+|ста(?:в|ла|ло|ли)|замість",
        about="близько|приблизно|лише|тільки|вже|майже|ще",
        dated="з|із|від",
    ),
    "cs": Tongue(
        now="teď|nyní|znovu|opět|odteď|místo toho",
        since="počínaje",
        no_more="už ne\\S*|již ne\\S*|nadále ne\\S*|přestal\\S*",
        changed="přesun\\S+|přestěhova\\S+|změni\\S+|změněn\\S*|zvýši\\S+|zvýšen\\S*|sníži\\S+|snížen\\S*|"
        "vzrostl\\S*|klesl\\S*|nahradi\\S+|nahrazen\\S*|přejmenova\\S+|odložen\\S*|prodloužen\\S*|přešl\\S+|"
        "převzal\\S*|místo",
        about="asi|přibližně|jen|pouze|téměř|ještě",
        dated="od",
    ),
    "tr": Tongue(
        now="artık|şimdi|yeniden|tekrar|bundan böyle|şu an|onun yerine",
        since="\\S+ ~ (?:itibaren|beri)|\\S+ (?:itibaren|beri)",
        no_more="artık ~ (?:değil|yok|\\S+[ae]?m[ıiuü]yor\\S*|\\S+m[ae]z)",
        changed="taşındı\\S*|değişti\\S*|değiştirildi|yükseltildi|yükseldi|artırıldı|arttı|düşürüldü|düştü|"
        "indirildi|azaltıldı|çıkarıldı|ertelendi|uzatıldı|geçti\\S*|geçildi|devraldı|yerine|güncellendi",
        about="yaklaşık|sadece|yalnızca|zaten|hâlâ|halen",
    ),
    "ar": Tongue(
        now="الآن|حاليا|حالياً|حاليًا|مجددا|مجددًا|مجدداً|من جديد|بات|باتت|أصبح|أصبحت|صار|صارت",
        since="منذ|اعتبارا من|اعتبارًا من|اعتباراً من|ابتداء من|ابتداءً من",
        no_more="لم يعد|لم تعد|لم ~ بعد الآن|توقف\\S*",
        changed="انتقل\\S*|نقل\\S*|نُقل\\S*|تغير\\S*|تغيّر\\S*|غير\\S*|ارتفع\\S*|انخفض\\S*|رفع\\S*|خفض\\S*|"
        "زاد\\S*|استبدل\\S*|تأجل\\S*|أجل\\S*|أُجّل\\S*|مدد\\S*|تولى|تولت|بدلا من|بدلًا من|بدلاً من",
        about="حوالي|فقط|تقريبا|تقريبًا|تقريباً|نحو",
    ),
    "he": Tongue(
        now="עכשיו|כעת|שוב|כיום|מעתה",
        since="מאז|החל מ\\S*",
        no_more="כבר לא|לא ~ יותר",
        changed="עבר|עברה|עברו|הועבר\\S*|השתנ\\S+|שונ\\S+|הועלה|הועלתה|עלה ל\\S*|ירד ל\\S*|הורד\\S*|הוחלף|"
        "הוחלפה|נדח\\S+|במקום",
        about="בערך|רק|כ",
    ),
    "fa": Tongue(
        now="اکنون|حالا|دوباره|الان|دیگر",
        since="از ~ به بعد",
        no_more="دیگر",
        changed="منتقل|تغییر|افزایش|کاهش|جایگزین",
        about="حدود|فقط|تقریبا|تقریباً",
    ),
    "hi": Tongue(
        now="अब|अभी|फिर|दोबारा|आजकल|फिलहाल",
        since="\\S+ ~ (?:बाद|तबसे)|\\S+ (?:बाद|तबसे)",
        no_more="अब ~ नहीं",
        changed="बदल\\S*|बढ़\\S*|घट\\S*|स्थानांतरित|की जगह|के बजाय|टल|टाल\\S*",
        about="लगभग|करीब|क़रीब|केवल|सिर्फ|सिर्फ़",
    ),
    "ko": Tongue(
        now="이제|이제는|지금은|지금|다시|현재|현재는|앞으로|더이상",
        since="\\S+부터|\\S+ 이후|\\S+ 이후로",
        no_more="더 이상|더는",
        changed="이전\\S*|옮\\S+|바뀌\\S*|바뀐\\S*|바꿨\\S*|변경\\S*|올랐\\S*|올렸\\S*|인상\\S*|내렸\\S*|인하\\S*|"
        "늘었\\S*|늘렸\\S*|줄었\\S*|줄였\\S*|교체\\S*|연기\\S*|미뤄\\S*|미뤘\\S*|연장\\S*|맡게|대신",
        about="약|거의|겨우|이미",
    ),
}

UNSPACED: Final[dict[str, Tongue]] = {
    "zh": Tongue(
        now="现在|現在|如今|目前|再次|又|重新|今后|今後|从此|從此|已经|已經",
        since="自从?|自從?|从.{1,10}起|從.{1,10}起|.{1,8}以来|.{1,8}以來",
        no_more="不再|再也[不没沒]",
        changed="改[为為用成到由在]?|换[成为到用]?|換[成為到用]?|搬[到至]?|迁[到至移]?|遷[到至移]?|移[到至]|调[整到至高低]|"
        "調[整到至高低]|提高|提升|上调|上調|上涨|上漲|涨|漲|降[到至低]|下调|下調|减少|減少|增加|增至|"
        "推[迟遲]|延[期后後长長]|提前|升级|升級|取代|代替|接[手任管]|变[为成]|變[為成]",
        about="约|約|大约|大約|左右|只|才|刚|剛|还|還",
    ),
    "ja": Tongue(
        now="今は|いまは|今では|現在は?|再び|また|もう|これから|今後は?|から新たに",
        since=".{1,10}(?:から|以降|より)[、は]?",
        no_more="もう.{1,12}な[いく]|なくな[っりる]|やめ",
        changed="変[わえ更]|変更|移[っりし動転]|移転|引っ越|切り替|上がっ|引き上げ|下がっ|引き下げ|増え|増や|減[っりら]|値上げ|値下げ|"
        "延[期長]|前倒し|置き換|交代|後任|引き継|になった|になりました|代わり",
        about="約|およそ|だけ|ほぼ|まだ",
    ),
}


def _spaced(alternatives: str) -> str:
    return alternatives.replace(" ~ ", r" (?:\S+ ){1,4}?")


def _any(tongues: dict[str, Tongue], *parts: str) -> str:
    return "|".join(map(_spaced, _listed(tongues, *parts)))


def _listed(tongues: dict[str, Tongue], *parts: str) -> list[str]:
    return [text for tongue in tongues.values() for part in parts if (text := getattr(tongue, part))]


_CUES: Final = ("now", "since", "no_more", "changed")
_SMALL: Final = lexicon.ARTICLES | lexicon.ANY_MORE | lexicon.RENEWED


@lru_cache(maxsize=1)
def _cue() -> tuple[re.Pattern[str], re.Pattern[str]]:
    spaced = rf"(?:(?<=\s)|^)(?:{_any(SPACED, *_CUES)})(?=\s|$)"
    return re.compile(spaced), re.compile(_any(UNSPACED, *_CUES))


@lru_cache(maxsize=1)
def _cue_openers() -> Openers:
    return Openers(_listed(SPACED, *_CUES))


@lru_cache(maxsize=1)
def _when_openers() -> Openers:
    return Openers([*_listed(SPACED, "now", "about", "since", "dated"), *map(re.escape, _SMALL)])


@lru_cache(maxsize=1)
def _when() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    listed = "|".join(sorted(map(re.escape, _SMALL)))
    small = rf"(?:(?:{_any(SPACED, 'now', 'about')}|{listed})(?: |$))*"
    behind = rf"(?: \S+){{0,{SINCE_WORDS}}}$"
    return (
        re.compile(rf"{small}(?:(?:{_any(SPACED, 'since')}){behind})?"),
        re.compile(rf"{small}(?:{_any(SPACED, 'dated')}){behind}"),
        re.compile(rf"(?:{_any(UNSPACED, 'now', 'since', 'about')})+"),
    )


SINCE_WORDS: Final = 6
"""Words that a phrase of since when may have behind its first."""


def changes(new: Sequence[str], old: Sequence[str]) -> str | None:
    """The first words of the newer text by which its writer says that something changed, or None.

    What the older text says too is no news.
    """
    told = _told(tuple(new))
    before = _told(tuple(old)) if told else ()
    return next((cue for cue in told if cue not in before), None)


@lru_cache(maxsize=4096)
def _told(said: tuple[str, ...]) -> tuple[str, ...]:
    found = _spaced_cues(said) + _dated(said)
    if not all(map(str.isascii, said)):
        found += [match.group() for match in _cue()[1].finditer("".join(said))]
    return tuple(dict.fromkeys(found))


def _spaced_cues(said: tuple[str, ...]) -> list[str]:
    """The cues in the words joined by spaces, in order; tried where a cue may begin."""
    openers, (spaced, _) = _cue_openers(), _cue()
    joined = " ".join(said)
    if any(map(openers.may_end, said)):
        return [match.group() for match in spaced.finditer(joined)]
    found: list[str] = []
    at = end = 0
    for word in said:
        if at >= end and openers.may_begin(word) and (match := spaced.match(joined, at)) is not None:
            found.append(match.group())
            end = match.end()
        at += len(word) + 1
    return found


def _dated(said: tuple[str, ...]) -> list[str]:
    """Prepositions that say since when, as one date stands behind them and no second: "from Monday"."""
    dated = _prepositions()
    return [
        word
        for place, word in enumerate(said)
        if word in dated
        and _date_first(said[place + 1 :])
        and sum(map(is_date, said[place + 1 : place + 1 + DATE_WORDS])) == 1
    ]


DATE_WORDS: Final = 4
"""Words behind such a preposition among which a second date would make it a span."""


def _date_first(behind: Sequence[str]) -> bool:
    """Whether the first word that is no small one is a date: "from the first of May"."""
    small = lexicon.ARTICLES | lexicon.PREPOSITIONS | lexicon.ORDINALS
    told = next((word for word in behind if word not in small), "")
    return is_date(told)


@lru_cache(maxsize=1)
def _prepositions() -> frozenset[str]:
    return frozenset(word for tongue in SPACED.values() for word in tongue.dated.split("|") if word)


def tells_only_when(run: Sequence[Word]) -> bool:
    """Whether words that one side alone has say no more than since when, how nearly or that it is so now."""
    words = tuple([word.folded for word in run])
    if lexicon.ARTICLES.issuperset(words):
        return False
    if not words[0].isascii() and all(word.weight < 1 for word in run):
        _, _, unspaced = _when()
        return unspaced.fullmatch("".join(words)) is not None
    return any(map(may_tell_when, words)) and _only_when(words)


@lru_cache(maxsize=1 << 14)
def may_tell_when(word: str) -> bool:
    """Whether one of the words by which others tell only since when is this one; never wrongly no."""
    openers = _when_openers()
    return openers.may_begin(word) or openers.may_end(word) or unspaced_character.match(word) is not None


@lru_cache(maxsize=8192)  # a write compares its openings with those of every candidate
def _only_when(words: tuple[str, ...]) -> bool:
    spaced, dated, _ = _when()
    joined = " ".join(words)
    if spaced.fullmatch(joined):
        return True
    return dated.fullmatch(joined) is not None and _date_first(words[1:])


def leads_in(run: Sequence[Word]) -> bool:
    """Whether words at the beginning say since when, up to a date, or that it is so now."""
    if run[-1].folded in _NO_END:
        return False
    leads = run[-1].is_date or _now().fullmatch(" ".join([word.folded for word in run])) is not None
    return leads and tells_only_when(run)


_NO_END: Final = lexicon.ARTICLES | lexicon.RENEWED


@lru_cache(maxsize=1)
def _now() -> re.Pattern[str]:
    return re.compile(_any(SPACED, "now"))
