"""Names of tables as people write them."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest

from pentarchy.table.names import CYRILLIC, IN_LATIN, WORDS, name_meant, new_name

if TYPE_CHECKING:
    from tests.table.people import Person

BOTH_STORES = True

LATIN = "a b v g d e zh z i j k l m n o p r s t u f h c ch sh sch y e yu ya"
LETTERS = dict(zip("абвгдежзийклмнопрстуфхцчшщыэюя", LATIN.split(), strict=True))
FREELY = {"bagaz": "багаж", "gaika": "гайка", "zmey": "змей", "kluch": "ключ", "lilia": "лилия", "chiz": "чиж"}


@pytest.mark.parametrize(
    "written",
    [
        "sova-med-rog-les",
        "SOVA-MED-ROG-LES",
        "  Sova med   rog les ",
        "sova_med–rog—les",
        "сова-мёд-рог-лес",
        "сова мед рог лес",
        "СОВА МЁД РОГ ЛЕС",
        "Сова, мёд, рог, лес",
        "сова med Рог les",
        unicodedata.normalize("NFD", "сова-мёд-рог-лес"),
    ],
)
def test_a_name_is_understood_however_it_is_written(written: str) -> None:
    assert name_meant(written) == "sova-med-rog-les"


def test_a_soft_sign_that_latin_letters_do_not_show_may_be_left_out() -> None:
    assert name_meant("уголь конь ладья рысь") == name_meant("угол кон ладя рыс") == "ugol-kon-ladya-rys"


def test_a_longer_name_keeps_its_end() -> None:
    assert name_meant("сова мёд рог лес 0a1b2c3d") == "sova-med-rog-les-0a1b2c3d"


@pytest.mark.parametrize("written", ["", "сова", "сова мёд рог", "сова мёд рог щит", "../sova-med-rog-les", "s" * 999])
def test_what_is_no_name_is_none(written: str) -> None:
    assert name_meant(written) is None


def test_every_word_has_its_cyrillic_spelling() -> None:
    assert len(set(IN_LATIN)) == len(set(WORDS)) == len(WORDS)
    for cyrillic, latin in zip(CYRILLIC.split(), WORDS, strict=True):
        spelled = "".join(LETTERS.get(letter, "") for letter in cyrillic)
        assert latin == spelled or FREELY.get(latin) == cyrillic or (latin, cyrillic) == ("yolka", "елка")


def test_every_name_that_is_given_is_understood() -> None:
    to_cyrillic = {latin: cyrillic for cyrillic, latin in IN_LATIN.items()}
    for _ in range(50):
        name = new_name()
        assert name_meant(name) == name
        assert name_meant(" ".join(to_cyrillic[word] for word in name.split("-"))) == name


def test_a_table_is_found_and_joined_by_its_name_in_cyrillic(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    to_cyrillic = {latin: cyrillic for cyrillic, latin in IN_LATIN.items()}
    written = " ".join(to_cyrillic[word] for word in name.split("-")).upper()
    assert boris.get(f"/api/tables/{written}")["table"] == name
    assert boris.http.post(f"/api/tables/{written}/sit", json={}).json()["table"] == name
    assert [line["table"] for line in boris.get("/api/lobby")["mine"]] == [name]
    boris.join(written).close()
