import { expect, test } from 'vitest';
import { collapsedAtStart } from './use-panel.ts';

test.each([
  ['nothing kept, narrow', null, true, true],
  ['nothing kept, wide', null, false, false],
  ['opened in a narrow window', { narrow: true, collapsed: false }, true, false],
  ['collapsed in a wide window', { narrow: false, collapsed: true }, false, true],
  ['chosen at the other width', { narrow: true, collapsed: false }, false, false],
  ['something else', 'collapsed', true, true],
])('collapsedAtStart: %s', (_, kept, narrow, collapsed) =>
  expect(collapsedAtStart(kept, narrow)).toBe(collapsed),
);
