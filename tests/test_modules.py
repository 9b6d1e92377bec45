"""Modules joined to one file: what each of them sees stays the same."""

import pytest

from spiderweb.modules import CannotJoin, joined

FILES = {
    "js/page.js": """\
import { twice, NAME as name } from './parts/sums.js'
import { one } from './one.js'
export function start() { return twice(one) + name }
if (one > 1) import('./late.js')
""",
    "js/parts/sums.js": """\
/** Adds. */
import {
  one,
} from '../one.js'
const own = one
export const NAME = 'sums'
export function twice(value) { return value * (own + 1) }
export async function soon() { return import('../late.js') }
""",
    "js/one.js": "const own = 1\nexport const one = own\n",
    "js/round.js": "import { other } from './other.js'\nexport const round = other\n",
    "js/other.js": "import { round } from './round.js'\nexport const other = round\n",
}


def test_each_module_stands_once_and_before_those_that_need_it() -> None:
    text = joined("js/page.js", FILES.__getitem__)
    assert text.count("const own = 1") == 1
    places = [text.index(part) for part in ("const own = 1", "const own = one", "function start")]
    assert places == sorted(places)


def test_a_module_gets_by_name_what_others_export() -> None:
    text = joined("js/page.js", FILES.__getitem__)
    assert "return { one }" in text
    assert "return { NAME, twice, soon }" in text
    assert "const { twice, NAME: name } = module1" in text
    assert "import {" not in text


def test_only_the_entry_exports() -> None:
    text = joined("js/page.js", FILES.__getitem__)
    assert "export function start" in text
    assert text.count("export ") == 1


def test_what_is_loaded_late_is_found_from_the_entry() -> None:
    text = joined("js/page.js", FILES.__getitem__)
    assert text.count("import('./late.js')") == 2


def test_a_circle_is_refused() -> None:
    with pytest.raises(CannotJoin, match="imports itself"):
        joined("js/round.js", FILES.__getitem__)


@pytest.mark.parametrize(
    "line",
    [
        "import whole from './one.js'",
        "import * as all from './one.js'",
        "import './one.js'",
        "export default 1",
        "export let changing = 1",
        "export { one }",
    ],
)
def test_what_cannot_be_joined_is_refused(line: str) -> None:
    with pytest.raises(CannotJoin, match="not understood"):
        joined("js/a.js", {"js/a.js": f"{line}\n", "js/one.js": ""}.__getitem__)
