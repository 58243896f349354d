"""What is looked for in a page in a browser: each check hands back the faults that it found, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page

from tests.browser.built import script_of

NAMED_ROLES = {"table", "figure", "region", "image", "navigation"}
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
FAMILIES = {"Deva": "Noto Sans Devanagari", "Arab": "Noto Sans Arabic"}
"""The site's own font of each script that has one."""
LETTERS = {"Deva": ("\u0900", "\u097f"), "Arab": ("\u0600", "\u06ff")}
"""First and last letter of the script's block."""


def document(body: str, head: str = "") -> str:
    """A page of its own, for positive controls."""
    page = f"<!DOCTYPE html><html lang=en><head><title>t</title>{head}</head><body>{body}</body></html>"
    return f"data:text/html;charset=utf-8,{quote(page)}"


# layout -----------------------------------------------------------------------------------------------

OVERFLOW = """() => {
  const root = document.scrollingElement, width = root.clientWidth, wide = [];
  if (root.scrollWidth > width) wide.push(`page ${root.scrollWidth} > ${width}`);
  for (const element of document.body.querySelectorAll('*')) {
    const box = element.getBoundingClientRect();
    if (!box.width || box.bottom <= 0 || (box.right <= width + 0.5 && box.left >= -0.5)) continue;
    let inside = element.parentElement;  // what scrolls may hold wide things, and the skip link hides
    while (inside && !['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(inside).overflowX)) inside = inside.parentElement;
    if (!inside) wide.push(`${element.tagName} ${element.getAttribute('class') ?? ''}`);
  }
  return wide;
}"""

SPACED = """() => {
  const sheet = new CSSStyleSheet();  // a content policy has nothing against it
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""The text spacing of WCAG 1.4.12."""

OPENED = "() => document.querySelectorAll('details').forEach(details => { details.open = true; })"
TRIED = """() => {
  const boxes = [...document.querySelectorAll('main input[type=checkbox]')].filter(box => !box.checked && box.checkVisibility());
  boxes.forEach(box => box.click());
  return boxes.length;
}"""
"""Switch on whatever can be switched on, such as the quiz of each example."""


def overflow(page: Page) -> list[str]:
    """What reaches beyond an edge of the window, in either direction of writing."""
    found: list[str] = page.evaluate(OVERFLOW)
    return found


# what a screen reader gets ----------------------------------------------------------------------------


Nodes = list[tuple[int, dict[str, Any]]]
"""Nodes of an accessibility tree in reading order, each with its depth."""


def accessible(page: Page, selector: str = "html") -> list[Nodes]:
    """The accessibility tree below each element that a selector finds; what a screen reader skips is left out."""
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    top = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    found = session.send("DOM.querySelectorAll", {"nodeId": top, "selector": selector})["nodeIds"]
    roots = [session.send("DOM.describeNode", {"nodeId": id})["node"]["backendNodeId"] for id in found]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    by_element = {node.get("backendDOMNodeId"): node for node in nodes}

    def walk(node: dict[str, Any], depth: int) -> Iterator[tuple[int, dict[str, Any]]]:
        if not node["ignored"]:
            yield depth, node
        for child in node.get("childIds", ()):
            if child in by_id:
                yield from walk(by_id[child], depth + (not node["ignored"]))

    return [list(walk(by_element[root], 0)) for root in roots]


def name(node: dict[str, Any]) -> str:
    return " ".join(str(node.get("name", {}).get("value", "")).split())


def nameless(page: Page) -> list[str]:
    """Tables, figures, pictures and regions that a screen reader could not name."""
    nodes = [node for _, node in accessible(page)[0]]
    found = [n["role"]["value"] for n in nodes if n["role"]["value"] in NAMED_ROLES and not name(n)]
    # Chromium does not tell of a region that has no name.
    regions = page.locator("[role=region], section:not([role]):is([aria-label], [aria-labelledby])")
    shown = sum(regions.evaluate_all("all => all.map(e => e.checkVisibility({ visibilityProperty: true }))"))
    told = sum(node["role"]["value"] == "region" for node in nodes)
    return found + ["region"] * (shown - told)


def spoken(nodes: Nodes) -> str:
    """All that a screen reader says of the text, in order."""
    return " ".join(
        text for _, node in nodes if node["role"]["value"] == "StaticText" and (text := name(node))
    )


def outline(nodes: Nodes) -> str:
    """An accessibility tree as text: a line for each node that says something, its role and its name."""
    lines: list[str] = []
    depths: list[int] = []  # of the lines that this one stands in
    for depth, node in nodes:
        role, words = str(node["role"]["value"]), name(node)
        if role in ("InlineTextBox", "generic", "none", "data", "ListMarker", "LabelText"):
            continue
        if role == "StaticText" and not words:
            continue
        while depths and depths[-1] >= depth:
            depths.pop()
        state = "".join(
            f" [{p['name']}]"
            for p in node.get("properties", ())
            if p["name"] in ("checked", "expanded") and p["value"].get("value") not in (False, "false")
        )
        lines.append(
            "  " * len(depths) + (words if role == "StaticText" else f"{role}: {words}".rstrip(": ")) + state
        )
        depths.append(depth)
    return "\n".join(lines) + "\n"


AXE = """only => axe.run(document, { resultTypes: ['violations'], preload: false, runOnly: only })
  .then(result => result.violations.flatMap(v => v.nodes.slice(0, 3).map(n => `${v.id}: ${n.html.slice(0, 160)}`)))"""


def violations(page: Page, axe: str, rules: tuple[str, ...] = ()) -> list[str]:
    """What axe finds, at most three places for each rule; by these rules only, if some are named."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe)
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": AXE_TAGS}
    found: list[str] = page.evaluate(AXE, only)
    return found


WORDS = """selector => [...document.querySelectorAll(selector)].flatMap(
  element => element.innerText.normalize().split(/\\s+/).filter(Boolean))"""


def words(page: Page, selector: str = "body") -> Counter[str]:
    """The words that can be seen in some elements."""
    return Counter(page.evaluate(WORDS, selector))


# letters ----------------------------------------------------------------------------------------------

TOFU = """() => {
  const canvas = new OffscreenCanvas(56, 56), pen = canvas.getContext('2d', { willReadFrequently: true });
  const drawn = (font, text) => {
    pen.clearRect(0, 0, 56, 56); pen.font = font; pen.fillText(text, 12, 40);
    return pen.getImageData(0, 0, 56, 56).data.reduce((sum, value, at) => at % 4 === 3 ? (Math.imul(sum, 31) + value) | 0 : sum, 7);
  };
  const seen = new Map(), note = (element, pseudo, text) => {
    const style = getComputedStyle(element, pseudo), font = `${style.fontStyle} ${style.fontWeight} 32px ${style.fontFamily}`;
    if (!seen.has(font)) seen.set(font, new Set());
    for (const char of text) if (!/[\\s\\p{Cc}\\p{Cf}]/u.test(char)) seen.get(font).add(char);
  };
  for (const element of document.querySelectorAll('body, body *')) {
    for (const child of element.childNodes) if (child.nodeType === 3 && child.data.trim()) note(element, null, child.data);
    for (const pseudo of ['::before', '::after', '::marker']) {
      const content = getComputedStyle(element, pseudo).content;
      for (const [, text] of content.matchAll(/"([^"]*)"/g)) note(element, pseudo, text);
    }
  }
  const missing = [];
  for (const [font, chars] of seen) {
    const boxes = new Set(['\\u0380', '\\u{e0fff}'].map(char => drawn(font, char)));  // no font has these
    for (const char of chars) if (boxes.has(drawn(font, char))) missing.push(`${char} U+${char.codePointAt(0).toString(16)} ${font}`);
  }
  return missing;
}"""
"""Characters that look like one that no font has."""


def tofu(page: Page) -> list[str]:
    found: list[str] = page.evaluate(TOFU)
    return found


def texts(node: dict[str, Any], lang: str) -> Iterator[tuple[int, str, str]]:
    """The texts of a document: number, words, and the language that they are in."""
    attributes = node.get("attributes", [])
    lang = dict(zip(attributes[::2], attributes[1::2], strict=True)).get("lang", lang)
    if node["nodeType"] == 3:
        yield node["nodeId"], node["nodeValue"], lang
    if node["nodeName"] not in ("SCRIPT", "STYLE", "TITLE"):
        for child in node.get("children", ()):
            yield from texts(child, lang)


def strange_fonts(page: Page, lang: str) -> list[str]:
    """Texts in a script for which the site has a font, drawn in another: a page's own language in the whole font,
    the names of other languages in any of the site's."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1})["root"]
    found = []
    for node, text, own in texts(root, lang):
        for script, (first, last) in LETTERS.items():
            count = sum(first <= char <= last for char in text)
            if not count:
                continue
            fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
            whole = script_of(lang) == script and own == lang
            others = [
                font
                for font in fonts
                if not font["isCustomFont"] or (whole and font["familyName"] != FAMILIES[script])
            ]
            # Digits and signs between the letters are another font's.
            strange = sum(font["glyphCount"] for font in others) - sum(
                not first <= char <= last for char in text
            )
            if fonts and strange > 0:
                found.append(f"{text.strip()[:40]}: {', '.join(font['familyName'] for font in others)}")
    session.detach()
    return found


# keyboard ---------------------------------------------------------------------------------------------

STOP = """() => {
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  window.stops ??= new Set();
  const again = stops.has(it);
  stops.add(it);
  const ringed = e => { const s = getComputedStyle(e); return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0; };
  const near = [it, ...(it.labels ?? []), ...[...(it.labels ?? [])].flatMap(l => [...l.querySelectorAll('*')]), it.nextElementSibling, it.closest('li')];
  const box = (it.labels?.[0] ?? it).getBoundingClientRect();
  return { again, name: `${it.tagName} ${it.getAttribute('class') ?? ''} ${(it.textContent || it.id).trim().slice(0, 40)}`,
    seen: near.some(e => e && ringed(e)) && box.width > 0 && box.right > 0 && box.left < innerWidth };
}"""


def unseen_stops(page: Page, limit: int = 400) -> list[str]:
    """Where the Tab key leads without showing where it is, and a key that never comes round."""
    found: list[str] = []
    for _ in range(limit):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None or stop["again"]:
            return found
        if not stop["seen"]:
            found.append(stop["name"])
    return [*found, f"more than {limit} stops"]
