import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Fragment, forwardRef, createElement as h, jsx, memo, useState } from './markup.ts';

/** The element as React writes it and as the first rows do. */
const both = (...element: [string, Record<string, unknown> | null, ...string[]]) => [
  renderToStaticMarkup(createElement(...element)),
  String(h(...element)),
];

test.each([
  [['a', { className: 'x', href: '/cases/1?a=1&b="2"', tabIndex: -1, title: `O'Neill <b>` }, 'Mi-ra & Jo']],
  [['li', { 'data-gone': undefined, 'data-chosen': true, 'aria-hidden': true, dir: 'auto' }, '<script>']],
  [['span', { 'data-mark': null, 'aria-hidden': false, role: 'img', onClick: () => {} }]],
  [['svg', { viewBox: '0 0 1 1', strokeWidth: 2, strokeLinecap: 'round', 'aria-hidden': true }]],
  [['input', { type: 'checkbox', className: 'box', disabled: true, tabIndex: 0 }]],
  [['input', { type: 'checkbox', disabled: false }]],
] as [Parameters<typeof both>][])('an element becomes the same HTML as with React: %j', (element) => {
  const [expected, found] = both(...element);
  expect(found).toBe(expected);
});

test('components, lists, fragments and icons become the HTML of what they render', () => {
  const Row = memo(({ children }) => {
    const [shown] = useState(() => 'Crown');
    return jsx(Fragment, { children: [shown, ' ', false, null, 16, jsx('b', { children })] });
  });
  expect(String(jsx('p', { children: [jsx(Row, { children: 'A2' }), '<'] }))).toBe(
    '<p>Crown 16<b>A2</b>&lt;</p>',
  );
  const Icon = forwardRef(({ size }) => h('svg', { width: size }, h('path', { key: 'a', d: 'M0 0' })));
  expect(String(jsx(Icon, { size: 15 }))).toBe('<svg width="15"><path d="M0 0"></path></svg>');
});
