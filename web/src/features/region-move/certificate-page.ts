interface Content {
  title: string;
  /** Label and value. */
  facts: readonly (readonly [string, string])[];
  note: string;
}

/** An HTML page that is read, printed and kept without the product; it has no scripts and loads nothing. */
export function certificatePage(language: string, { title, facts, note }: Content): string {
  const rows = facts.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`);
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>
body { max-width: 44rem; margin: 3rem auto; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: #1d1c1a; }
h1 { font-size: 1.5rem; }
dt { margin-top: 1rem; font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<dl>
${rows.join('\n')}
</dl>
<p>${escaped(note)}</p>
</body>
</html>
`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
