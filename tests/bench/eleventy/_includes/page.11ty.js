// What is the same on every page of a language is put together once for each.
const menus = new Map();

const menu = ({ words, lang, site, collections }) => {
  const t = words[lang];
  const pages = collections.all.filter((p) => p.data.lang === lang);
  pages.sort((a, b) => a.data.weight - b.data.weight);
  const link = ({ data }) => `<li><a href="${data.slug}.html">${data.title}</a></li>\n`;
  const language = (l) =>
    `<li><a href="../${l.lang}/%slug%.html" lang="${l.lang}" dir="${l.dir}" hreflang="${l.lang}"${l.lang === lang ? ' aria-current="true"' : ""}>${l.name}</a></li>\n`;
  const alternate = (named, l) =>
    `<link rel="alternate" hreflang="${named}" href="${site.url}${l}/%slug%.html">\n`;
  return {
    alternates:
      site.languages.map((l) => alternate(l.lang, l.lang)).join("") +
      alternate("x-default", site.languages[0].lang),
    before: `<body>
<a class="skip" href="#content">${t.label_skip}</a>
<header class="site">
<p class="brand"><a href="index.html">${t.title}</a></p>
<nav aria-label="${t.label_pages}">
`,
    pages: `<ul>
${pages.map(link).join("")}</ul>
`,
    after: `</nav>
<nav class="languages" aria-label="${t.label_languages}">
<ul>
${site.languages.map(language).join("")}</ul>
</nav>
</header>`,
  };
};

export function render(data) {
  const { lang, slug, title, rules, words, site, content } = data;
  const t = words[lang];
  if (!menus.has(lang)) menus.set(lang, menu(data));
  const { alternates, before, pages, after } = menus.get(lang);
  const current = `href="${slug}.html"`;
  return `<!DOCTYPE html>
<html lang="${lang}" dir="${site.languages.find((l) => l.lang === lang).dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${t.title}</title>
${alternates.replaceAll("%slug%", slug)}<meta name="color-scheme" content="light dark">
<link rel="icon" href="../assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../assets/site.css">
</head>
${before}${pages.replace(current, `${current} aria-current="page"`)}${after.replaceAll("%slug%", slug)}
<main id="content" data-rules="${rules}">
<h1>${title}</h1>
<p class="checked">${t.label_checked}</p>
${content}
</main>
<footer>
<p>${t.label_speaks} <data data-fact="rules" value="${rules}">${t[`rules_${rules}`]}</data></p>
</footer>
</body>
</html>
`;
}
