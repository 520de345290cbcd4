"""sentence-transformers: prefixes by family, and nothing on the terminal."""

import subprocess
import sys

import pytest

from tests.workbench.encoders import models
from workbench.encoders.sentences import prefixes_of


@pytest.mark.parametrize(
    ("name", "query", "passage"),
    [
        ("intfloat/e5-small-v2", "query: ", "passage: "),
        ("intfloat/multilingual-e5-base", "query: ", "passage: "),
        ("/models/E5-Large", "query: ", "passage: "),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("BAAI/bge-m3", "", ""),
        ("sentence-transformers/all-MiniLM-L6-v2", "", ""),
    ],
)
def test_a_family_is_given_the_words_it_was_trained_with(name, query, passage):
    assert tuple(prefixes_of(name)) == (query, passage)


@models.needs_torch
def test_a_model_loads_and_encodes_without_a_word_and_without_the_network():
    program = (
        "import sys\n"
        "from workbench.encoders.sentences import SentenceEncoder\n"
        "encoder = SentenceEncoder(sys.argv[1])\n"
        "vectors = encoder.encode(['one', 'two words'], query=True)\n"
        "import os, torch\n"
        "assert vectors.shape == (2, 384) and torch.get_num_threads() == 1\n"
        "assert os.environ['HF_HUB_OFFLINE'] == '1'\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(models.folder())], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
