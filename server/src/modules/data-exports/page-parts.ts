import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The page loads nothing from elsewhere and runs no scripts. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/** Without quotes and angle brackets, which React would escape. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 3rem; font: 1rem/1.5 Inter, Segoe UI, Malgun Gothic,
  Apple SD Gothic Neo, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
p { margin: 0.25rem 0; }
nav, .links { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.75rem 0; }
a { color: LinkText; }
.quiet { opacity: 0.75; font-size: 0.9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, transparent); padding: 0.4rem 1rem 0.4rem 0;
  text-align: left; vertical-align: top; overflow-wrap: normal; white-space: pre-line; }
td:nth-child(2) { min-width: 8.5rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0.25rem 1.5rem; margin: 0; }
dt { opacity: 0.75; }
dd { margin: 0; white-space: pre-line; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, transparent); padding: 0.5rem 0; }
.text { white-space: pre-wrap; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.5rem; } }
`;

/** A link to a file of the export, whose name can have any characters. */
export const link = (path: string, text: string): ReactElement =>
  h('a', { href: path.split('/').map(encodeURIComponent).join('/') }, text);

export const table = (heads: readonly string[], rows: readonly (readonly ReactNode[])[]): ReactElement =>
  h(
    'div',
    { className: 'wide' },
    h(
      'table',
      null,
      h('thead', null, h('tr', null, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', null, ...rows.map((cells) => h('tr', null, ...cells.map((cell) => h('td', null, cell))))),
    ),
  );

/** A whole page in a language. */
export function htmlPage(language: string, title: string, body: readonly ReactNode[]): string {
  const page = h(
    'html',
    { lang: language },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { httpEquiv: 'Content-Security-Policy', content: POLICY }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('title', null, title),
      h('style', null, STYLE),
    ),
    h('body', null, ...body),
  );
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`;
}
