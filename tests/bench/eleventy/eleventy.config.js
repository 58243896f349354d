// Blocks are shortcodes that are plain functions: in Eleventy JavaScript is the fastest of the template languages.
import { readFileSync, readdirSync } from "node:fs";

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const examples = read("examples.json");
const words = Object.fromEntries(
  readdirSync("i18n").map((name) => [name.slice(0, -".json".length), read(`i18n/${name}`)]),
);

const fact = (at, value, said) => `<data data-fact="${at}" value="${value}">${said}</data>`;
const rules = (t, id) => `<data data-fact="rules" value="${id}">${t[`rules_${id}`]}</data>`;
const card = (t, { at, suit, card, rank, pip }) =>
  `<data class="card suit-${suit}" data-fact="${at}.card" value="${card}"><span class="face" dir="ltr" aria-hidden="true">${t[`index_${rank}`]}<span class="pip">${pip}</span></span> <span class="name">${t[`card_${card}`]}</span></data>`;

const play = (t, page, id, label) => {
  const e = examples[id];
  return `<figure class="example" data-example="${id}" aria-labelledby="${label}">
<figcaption id="${label}">${page.titles[id]}</figcaption>
<dl class="deal">
<div><dt>${t.label_rules}</dt><dd>${rules(t, e.rules)}</dd></div>
<div><dt>${t.label_trump}</dt><dd>${fact("trump", e.trump, t[`trump_${e.trump}`])}</dd></div>
</dl>
<section class="trick">
<h3>${t.label_trick}</h3>
<ol class="cards plays">
${e.trick.map((p) => `<li><span class="player">${fact(`${p.at}.seat`, p.seat, t[`seat_${p.seat}`])}</span> ${card(t, p)}</li>\n`).join("")}</ol>
</section>
<section class="hand">
<h3>${t.label_hand} ${fact("me.seat", e.seat, t[`seat_${e.seat}`])}</h3>
<ul class="cards whole">
${e.hand
  .map((h) =>
    h.barred
      ? `<li class="barred">${card(t, h)} <span class="reason">${fact(`${h.barred}.reason`, h.reason, t[`reason_${h.reason}`])}</span></li>\n`
      : `<li class="allowed">${card(t, h)}</li>\n`,
  )
  .join("")}</ul>
</section>
<section class="legal">
<h3>${t.label_legal}</h3>
<ul class="list">
${e.legal.map((l) => `<li>${fact(`${l.at}.card`, l.card, t[`card_${l.card}`])}</li>\n`).join("")}</ul>
</section>
<p class="result"><strong><data data-fact="${e.duty}" value="true">${t[`claim_${e.claim}`]}</data></strong></p>
<div class="explanation">`;
};

const deal = (t, page, id) => {
  const e = examples[id];
  return `<tr data-example="${id}">
<th scope="row">${page.titles[id]}</th>
<td><ul class="settings">
<li>${rules(t, e.rules)}</li>
<li>${t.label_taker} ${fact("taker.seat", e.taker, t[`seat_${e.taker}`])}</li>
</ul></td>
<td class="number">${fact("ns.cards", e.cards.ns, e.cards.ns)}</td>
<td class="number">${fact("ew.cards", e.cards.ew, e.cards.ew)}</td>
<td>${fact("last-trick.side", e.last, t[`side_${e.last}`])}</td>
<td class="number score">${fact("ns.score", e.score.ns, e.score.ns)}</td>
<td class="number score">${fact("ew.score", e.score.ew, e.score.ew)}</td>
<td>${fact("outcome", e.outcome, t[`outcome_${e.outcome}`])}</td>
</tr>
`;
};

const scores = (t, page, id, label) => `<div class="scroll" tabindex="0" role="region" aria-labelledby="${label}">
<table class="scores">
<caption id="${label}">${page.titles[id]}</caption>
<thead>
<tr>
<th scope="col" rowspan="2">${t.label_deal}</th>
<th scope="col" rowspan="2">${t.label_settings}</th>
<th scope="colgroup" colspan="2">${t.label_points}</th>
<th scope="col" rowspan="2">${t.label_last}</th>
<th scope="colgroup" colspan="2">${t.label_score}</th>
<th scope="col" rowspan="2">${t.label_outcome}</th>
</tr>
<tr>
${["NS", "EW", "NS", "EW"].map((s) => `<th scope="col"><data class="word" data-word="side" value="${s}">${t[`side_${s}`]}</data></th>`).join("")}
</tr>
</thead>
<tbody>
${page.tables[id].map((row) => deal(t, page, row)).join("")}</tbody>
</table>
</div>
<ol class="rows">`;

const line = (t, l) =>
  `<span class="line">${l.plus ? "+ " : ""}${fact(l.at, l.points, l.points)} <small>${fact(`${l.at}.name`, l.name, t[`line_${l.name}`])}</small></span> `;
const side = (t, s) => {
  const total = fact(`${s.at}.score`, s.score, s.score);
  const sum = s.lines.length
    ? `${s.lines.map((l) => line(t, l)).join("")}<span class="line total">= ${total}</span>`
    : total;
  return `<div><dt>${fact(`${s.at}.side`, s.side, t[`side_${s.side}`])}</dt>
<dd><bdi>${sum}</bdi></dd></div>
`;
};

const blocks = {
  summary: (t) => `<section class="summary" aria-label="${t.label_summary}">`,
  "end-summary": () => "</section>",
  play,
  "end-play": () => "</div>\n</figure>",
  scores,
  "end-scores": () => "</ol>",
  row: (t, page, id) => `<li data-example="${id}">
<p class="row-title">${page.titles[id]}</p>
<div class="explanation">`,
  "end-row": (t, page, id) => `</div>
<dl class="lines">
${examples[id].sides.map((s) => side(t, s)).join("")}</dl>
</li>`,
};

// A block is a line `/// name id`.
const fences = (md) => {
  md.block.ruler.before(
    "paragraph",
    "blocks",
    (state, start, end, silent) => {
      const text = state.src.slice(state.bMarks[start] + state.tShift[start], state.eMarks[start]);
      if (!text.startsWith("/// ")) return false;
      if (silent) return true;
      const [, name, id] = text.split(" ");
      const token = state.push("html_block", "", 0);
      token.content = `${blocks[name](words[state.env.lang], state.env, id, `t${start}`)}\n`;
      state.line = start + 1;
      return true;
    },
    { alt: ["paragraph", "list"] },
  );
  // `## Words {#id}`
  md.core.ruler.push("ids", (state) => {
    for (let n = 0; n < state.tokens.length; n++) {
      if (state.tokens[n].type !== "heading_open") continue;
      const last = state.tokens[n + 1].children.at(-1);
      const found = / \{#([\w-]+)\}$/.exec(last.content);
      if (!found) continue;
      state.tokens[n].attrSet("id", found[1]);
      last.content = last.content.slice(0, found.index);
    }
  });
};

export default function (config) {
  config.amendLibrary("md", (md) => md.use(fences));
  config.addPassthroughCopy("assets");
  config.addGlobalData("words", () => words);
  return {
    markdownTemplateEngine: false,
    dir: { input: "content", includes: "../_includes", data: "../_data", output: "_site" },
  };
}
