"""The few words the guard knows. Each list is short on purpose: a language that is missing gives proposals.

English, German, French, Spanish, Italian, Portuguese, Dutch, Russian, Chinese, Japanese, as far as a list
needs them. In scripts without spaces each character is a word, so their entries are single characters.
"""

from __future__ import annotations

import re
from typing import Final

from core.text.lexicon import word_set

COPULAS: Final = word_set(
    "is are was were be been being am equals ist sind war waren wird werden heißt heisst lautet est sont "
    "était étaient es son está están era eran fue fueron è sono é são foi zijn wordt worden это является "
    "是 为 為 は"
)
"""Between what is spoken of and what is said of it: before it stands the subject, behind it the value."""

PAST: Final = word_set(
    "was were been being wurde wurden worden été fue fueron fu foi foram werd werden был была было были"
)
"""Copulas that report an event when an ordinary word follows: "was hijacked", "wurde gekapert"."""

OF: Final = word_set("of von des du de di do da del della van der")
"""Closes "the city of …": the noun before it says of what sort the value is."""

ARTICLES: Final = word_set(
    "the a an der die das den dem des ein eine einen le la les l' un une el los las una il lo gli i o os "
    "as um uma het een"
)
"""Words that may come and go without changing what is said."""

DEFINITE: Final = word_set("the der die das den dem le la les el los las il lo gli o os as het")
"""Articles of something there is one of."""

EXISTENTIAL: Final = word_set("there there's hay há c'è ci")
"""Open a sentence that says that something exists: there can be several."""

EXISTENTIAL_PAIRS: Final = (("es", "gibt"), ("il", "y"), ("er", "is"), ("er", "zijn"))

CAPITALS_MEAN_NOTHING: Final = word_set("ist sind wurde wurden wird werden nicht und für auf läuft heißt")
"""German words: in a text with one of them a capital marks a noun, not a name."""

PREPOSITIONS: Final = word_set(
    "of in to by from as at on into von in im zu zum zur aus bei auf an nach als mit à au aux en dans sur "
    "chez par de du a al de del por en desde di da in su a em no na por ao van op te bij naar uit в на из "
    "у к от 在 到 于 於 に で へ"
)
"""Small words that ask for a name or a number behind them."""

SCOPES: Final = word_set(
    "on for with under during via at auf für mit unter während bei sur pour avec sous pendant en para con "
    "bajo durante su per sotto em com sob op voor met onder на для при с у"
)
"""Prepositions that say where or for whom something holds; two names behind them can hold at once."""

SINGULAR: Final = word_set(
    "name type kind colour color status state version price deadline owner address number limit typ art "
    "farbe stand preis frist nummer nom genre couleur prix numéro tipo precio plazo default current "
    "currently main primary preferred favourite favorite official only chosen active latest now standard "
    "aktuell aktuelle aktueller aktuelles derzeit haupt liebling bevorzugt bevorzugte einzige défaut "
    "actuel actuelle actuellement principal principale préféré préférée seul predeterminado "
    "predeterminada actual actualmente preferido preferida favorito favorita único única predefinito "
    "predefinita attuale attualmente principale preferito preferita unico padrão atual principal "
    "standaard huidige favoriete enige текущий текущая основной основная главный любимый любимая "
    "единственный"
)
"""Words of something a thing has one of at a time: another value ends the one before."""

OPPOSITES: Final = frozenset(
    frozenset(pair.split("/"))
    for pair in word_set(
        "on/off enabled/disabled up/down open/closed true/false yes/no active/inactive allowed/forbidden "
        "required/optional public/private online/offline an/aus aktiv/inaktiv offen/geschlossen "
        "erlaubt/verboten actif/inactif ouvert/fermé activé/désactivé activo/inactivo abierto/cerrado "
        "activado/desactivado"
    )
)
"""States of which one excludes the other."""

AUXILIARIES: Final = word_set(
    "do does did is are was were has have had can could will would should must a any"
)
"""May come with a negation: "runs" and "does not run"."""

ANY_MORE: Final = word_set(
    "longer more anymore any mehr länger plus ya más già più já mais meer langer längre mer længere mere "
    "lenger już więcej nadal уже больше вже більше už nadále artık יותר כבר yet"
)
"""Go with a negation: "no longer", "nicht mehr", "ne … plus"."""

RENEWED: Final = word_set(
    "new newer neu neue neuer neues neuen nouveau nouvelle nuevo nueva nuovo nuova novo nova nieuw nieuwe "
    "ny nya nytt nye nowy nowa nowe новый новая новое новые новий нова нове nový nová nové yeni جديد جديدة "
    "الجديد الجديدة חדש חדשה नया नई नए 새 새로운 新"
)
"""May stand before what is spoken of without making it another thing."""

ADDITIVE: Final = word_set(
    "also another additionally besides auch außerdem ausserdem zusätzlich aussi également también además "
    "anche inoltre também além ook bovendien тоже также 也 还 還"
)
"""Words by which the writer says that the other claim still stands."""

LASTING: Final = word_set(
    "still stay stays stayed remain remains keep keeps kept continue continues yet until except "
    "noch weiterhin bleibt bleiben behält behalten außer encore toujours reste restent garde gardent sauf "
    "todavía aún sigue siguen queda quedan salvo excepto ancora rimane rimangono resta restano tranne "
    "ainda continua continuam permanece exceto nog blijft blijven behalve остаётся остается остаются ещё "
    "еще кроме 仍 除 まだ"
)
"""Words by which a further sentence may say that what was so holds on."""

REASONS: Final = word_set(
    "because so since as due weil da denn damit sodass wegen seit parce car puisque afin porque pues ya "
    "debido perché poiché quindi così siccome pois omdat want zodat aangezien sinds eftersom så därför "
    "fordi bo ponieważ gdyż żeby потому так чтобы поскольку ведь бо щоб тому protože aby çünkü لأن لكي "
    "بسبب כי כדי ताकि क्योंकि इसलिए 왜냐하면 因 所"
)
"""Open a clause behind a comma that says why, and no more of what is so."""

PRONOUNS: Final = word_set(
    "it its this that these those he she they es er sie das dies diese dieser il elle ils elles ça cela ce "
    "él ella esto este esta eso esso questo questa ele ela isso isto het hij zij dit dat это он она оно они "
    "它 他 她 这 這"
)
"""Words that take up what the sentence before speaks of."""

ENVIRONMENTS: Final = word_set(
    "staging production prod dev development test testing qa uat preprod preview sandbox local localhost "
    "live canary demo ci linux macos windows android ios left right north south east west upper lower "
    "entwicklung produktion développement recette producción desarrollo produzione sviluppo produção 测 产 "
    "продакшен стейджинг"
)
"""Words that say which of several like things is meant."""

COUNTING: Final = word_set(
    "has have holds hold contains contain needs need takes take requires require allows allow counts "
    "employs hat haben hält enthält braucht brauchen ont compte contient tiene tienen contiene necesita "
    "ha hanno tem têm contém heeft hebben bevat имеет имеют содержит 有"
)
"""Verbs behind which a number says how many: "has 30 states"."""

NUMBERED: Final = word_set(
    "issue ticket pr chapter step batch task invoice sprint week phase no nr number order case release "
    "build run room page line node server host worker machine gate floor platform rack slot shard section "
    "figure volume episode season lesson question round flight raum zimmer seite zeile knoten gleis salle "
    "ligne sala página línea kapitel schritt aufgabe rechnung woche auftrag chapitre étape semaine capítulo "
    "paso tarea semana capitolo passo hoofdstuk stap глава шаг задача"
)
"""Nouns whose number is a name: chapter 3 and chapter 4 are two chapters."""

ORDINALS: Final = word_set(
    "first second third fourth fifth last next previous erste zweite dritte erster zweiter dritter erstes "
    "zweites premier première deuxième second seconde troisième primero primera segundo segunda tercero "
    "primo secondo terzo primeiro primeira terceiro eerste tweede derde первый первая второй вторая "
    "третий третья"
)

NUMBER_WORDS: Final = word_set(
    "zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred "
    "half twice daily weekly monthly yearly hourly null eins zwei drei vier fünf sechs sieben acht neun "
    "zehn elf zwölf hundert täglich wöchentlich monatlich deux trois quatre cinq sept huit neuf dix onze "
    "douze cent quotidien hebdomadaire mensuel dos tres cuatro cinco seis siete ocho nueve diez cien due "
    "tre quattro cinque sei sette otto nove dieci dois três quatro oito dez drie vijf zes zeven negen tien "
    "два три четыре пять шесть семь восемь девять десять 一 二 三 四 五 六 七 八 九 十 百 "
    "thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen sixty seventy eighty ninety thousand dozen quarter dreizehn "
    "vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig "
    "achtzig neunzig tausend dutzend treize quatorze quinze seize vingt trente quarante cinquante soixante "
    "mille douzaine trece catorce quince veinte treinta cuarenta cincuenta sesenta ciento mil docena undici "
    "dodici tredici quattordici quindici venti trenta quaranta cinquanta cento treze vinte trinta cinquenta "
    "sessenta duas twee twaalf dertien veertien vijftien twintig dertig veertig vijftig zestig honderd "
    "duizend två fyra fem åtta nio tio tolv femton tjugo trettio syv otte tyve tredive dwa dwie dwóch trzy "
    "trzech cztery pięć sześć siedem osiem dziewięć dziesięć dwanaście piętnaście dwadzieścia trzydzieści "
    "две двух трёх трех двенадцать пятнадцать двадцать тридцать сорок пятьдесят сто тысяча дві чотири шість "
    "сім вісім dva dvě tři čtyři pět šest sedm osm devět deset iki üç dört beş altı yedi sekiz dokuz yirmi "
    "otuz kırk elli yüz اثنان اثنين اثنتان اثنتين ثلاثة ثلاث أربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية "
    "ثماني تسعة تسع عشرة عشر مئة שתי שני שלוש שלושה ארבע ארבעה חמש חמישה שש שבע שמונה תשע עשר दो तीन चार "
    "पाँच पांच छह सात आठ नौ दस बीस तीस 둘 셋 넷 두 세 네 다섯 여섯 일곱 여덟 아홉 열 스무 千 两 兩"
)

DATES: Final = word_set(
    "january february march april may june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday yesterday today tomorrow januar februar märz mai juni juli "
    "oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag janvier février mars "
    "avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi "
    "dimanche mondays tuesdays wednesdays thursdays fridays saturdays sundays gennaio febbraio aprile "
    "maggio giugno luglio settembre ottobre dicembre lunedì martedì mercoledì giovedì venerdì sabato "
    "domenica janeiro fevereiro março maio junho julho setembro outubro dezembro segunda-feira terça-feira "
    "quarta-feira quinta-feira sexta-feira januari februari maart mei augustus maandag dinsdag woensdag "
    "donderdag vrijdag zaterdag zondag måndag tisdag onsdag torsdag fredag lördag söndag mandag tirsdag "
    "lørdag søndag marts desember styczeń stycznia luty lutego marca kwietnia maja czerwca lipca sierpnia "
    "września października listopada grudnia poniedziałek poniedziałku poniedziałki wtorek wtorku wtorki "
    "środa środy środę czwartek czwartku czwartki piątek piątku piątki sobota soboty sobotę niedziela "
    "niedzieli niedzielę января февраля марта апреля мая июня июля августа сентября октября ноября декабря "
    "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь январе феврале марте "
    "апреле мае июне июле августе сентябре октябре ноябре декабре понедельник понедельника понедельникам "
    "вторник вторника вторникам среда среды среду средам четверг четверга четвергам пятница пятницы пятницу "
    "пятницам суббота субботы субботу субботам воскресенье воскресенья воскресеньям ocak şubat mart nisan "
    "mayıs haziran temmuz ağustos eylül ekim kasım aralık pazartesi salı çarşamba perşembe cuma cumartesi "
    "pazar يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر الاثنين الثلاثاء "
    "الأربعاء الخميس الجمعة السبت الأحد जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर "
    "दिसंबर सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार 월요일 화요일 수요일 목요일 금요일 토요일 일요일 "
    "leden únor "
    "březen duben květen červen červenec srpen září říjen listopad prosinec pondělí úterý středa středu "
    "čtvrtek pátek neděle enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre lunes martes miércoles jueves viernes sábado domingo"
)

_INTENT_PHRASES: Final = (
    "thinking of",
    "thinking about",
    "might",
    "considering",
    "plan to",
    "plans to",
    "planning to",
    "intend to",
    "intends to",
    "would like to",
    "want to",
    "wants to",
    "hope to",
    "hopes to",
    "maybe",
    "perhaps",
    "may switch",
    "may move",
    "could switch",
    "could move",
    "toying with",
    "leaning towards",
    "überlege",
    "überlegt",
    "überlegen",
    "erwäge",
    "erwägt",
    "erwägen",
    "vielleicht",
    "möchte",
    "möchten",
    "denke darüber nach",
    "ich plane",
    "wir planen",
    "envisage",
    "envisageons",
    "pense à",
    "pensons à",
    "peut-être",
    "voudrais",
    "pensando en",
    "considerando",
    "quizá",
    "quizás",
    "tal vez",
    "quiero",
    "planeo",
    "pensando di",
    "forse",
    "vorrei",
    "talvez",
    "pensando em",
    "misschien",
    "overweeg",
    "overweegt",
    "overwegen",
    "возможно",
    "думаю",
    "думаем",
    "собираюсь",
    "планирую",
    "планируем",
)
_INTENT_SIGNS: Final = (
    "考虑", "考慮", "打算", "可能", "也许", "也許", "想要", "検討", "かもしれ", "つもり",
)  # fmt: skip

INTENT: Final = re.compile(r"(?:(?<=\s)|^)(?:" + "|".join(map(re.escape, _INTENT_PHRASES)) + r")(?=\s|$)")
"""Something weighed, not done; looked for in the words joined by spaces."""

INTENT_SIGNS: Final = re.compile("|".join(_INTENT_SIGNS))
"""The same in scripts without spaces; looked for in the words joined by nothing."""
