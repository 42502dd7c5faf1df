import { expect, test } from 'vitest';
import type { SettingSection } from './SettingCard.tsx';
import { findSettings } from './SettingCard.tsx';

const row = (key: string, label: string, more: { text?: string; words?: string[] } = {}) => ({
  key,
  label,
  ...more,
  place: 'beside' as const,
  control: () => null,
});
const sections: SettingSection[] = [
  { key: 'view', title: 'View', rows: [row('refresh', 'Auto refresh', { text: 'Show changes at once' })] },
  {
    key: 'three',
    title: '3D',
    rows: [row('projection', 'Projection', { words: ['Perspective', 'Parallel'] })],
  },
  {
    key: 'mail',
    title: 'Notifications',
    rows: [row('add', 'E-mail à l’ajout'), row('edit', 'Email on edit')],
  },
];
const found = (search: string) =>
  findSettings(sections, search).flatMap(({ rows }) => rows.map(({ key }) => key));

test.each([
  ['', ['refresh', 'projection', 'add', 'edit']],
  ['  ', ['refresh', 'projection', 'add', 'edit']],
  ['AUTO', ['refresh']],
  ['at once', ['refresh']],
  ['once auto', ['refresh']],
  ['parallel', ['projection']],
  ['3d', ['projection']],
  ['a l’ajout', ['add']],
  ['notifications', ['add', 'edit']],
  ['auto parallel', []],
  ['colour', []],
])('the search "%s" finds %j', (search, keys) => expect(found(search)).toEqual(keys));

test('findSettings leaves out sections without a match', () => {
  expect(findSettings(sections, 'edit').map(({ key }) => key)).toEqual(['mail']);
});
