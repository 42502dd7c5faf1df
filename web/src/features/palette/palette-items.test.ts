import { IconStack2 } from '@tabler/icons-react';
import { describe, expect, test } from 'vitest';
import { type Group, type Item, shownItems, takenBy } from './palette-items.ts';

const item = (group: Group, label: string, more: Partial<Item> = {}): Item => ({
  key: `${group}:${label}`,
  group,
  label,
  icon: IconStack2,
  run() {},
  ...more,
});

const ITEMS = [
  item('cases', 'Clara Neumann', { hint: '2611-VX5GK3', words: 'Crown 16 · Zirconia A2 Hoff Dentaltechnik' }),
  item('cases', 'Zoë Łukasiewicz', { hint: '2611-AB12CD', words: 'Inlay 25' }),
  item('cases', '김영희', { hint: '2611-QQ77WW' }),
  item('commands', 'Start work'),
  item('people', 'Hoff Dentaltechnik'),
  item('people', 'Anna Schäfer'),
  item('screens', 'Personal Settings', { words: 'language' }),
];
const labels = (text: string, items = ITEMS) =>
  shownItems(items, text).flatMap(([, found]) => found.map(({ label }) => label));

describe('palette', () => {
  test.each([
    ['neumann', 'Clara Neumann'],
    ['neuman', 'Clara Neumann'],
    ['nuemann', 'Clara Neumann'],
    ['clara crown', 'Clara Neumann'],
    ['vx5gk3', 'Clara Neumann'],
    ['zoe', 'Zoë Łukasiewicz'],
    ['영희', '김영희'],
    ['start', 'Start work'],
    ['setings', 'Personal Settings'],
    ['Schafer', 'Anna Schäfer'],
    ['schaefr', 'Anna Schäfer'],
    ['crwn', 'Clara Neumann'],
    ['dentaltehcnik', 'Hoff Dentaltechnik'],
    ['language', 'Personal Settings'],
    ['satrt', 'Start work'],
    ['wrok start', 'Start work'],
    ['calra crown', 'Clara Neumann'],
    ['calra neuman', 'Clara Neumann'],
    ['Shcäfer', 'Anna Schäfer'],
  ])('%s finds %s first', (text, label) => expect(labels(text)[0]).toBe(label));

  test('the group with the best match comes first', () => {
    expect(shownItems(ITEMS, 'hoff dentaltechnik').map(([group]) => group)).toEqual(['people', 'cases']);
  });

  test('words that are not all in an item do not find it', () => {
    expect(labels('clara bridge')).toEqual([]);
    expect(labels('xyzxyz')).toEqual([]);
    expect(labels('calra bridge')).toEqual([]);
  });

  test('cases that only the server found are shown too', () => {
    const found = [item('cases', 'Otto Stein'), item('cases', '김영희'), item('cases', 'Clara Newman')];
    const labelsFound = (text: string) =>
      shownItems(ITEMS, text, found).flatMap(([, shown]) => shown.map(({ label }) => label));
    expect(labelsFound('please call').toSorted()).toEqual(
      ['Clara Newman', 'Otto Stein', '김영희'].toSorted(),
    );
    expect(labelsFound('newman')[0]).toBe('Clara Newman');
  });

  test('without a text there are recent cases, commands and screens, and no people', () => {
    expect(shownItems(ITEMS, ' ').map(([group]) => group)).toEqual(['cases', 'commands', 'screens']);
    const many = Array.from({ length: 9 }, (_, at) => item('cases', `Case ${at}`));
    expect(labels('', many)).toHaveLength(5);
    expect(labels('case', many)).toHaveLength(6);
  });

  test('Enter takes the option chosen by arrow keys while it is listed, or else the best match', () => {
    const listed = ITEMS.slice(0, 3);
    const taken = (chosen?: string) => takenBy(ITEMS, 'hoff', listed, chosen)?.label;
    expect(taken()).toBe('Hoff Dentaltechnik');
    expect(taken('cases:김영희')).toBe('김영희');
    expect(taken('commands:Start work')).toBe('Hoff Dentaltechnik');
    expect(takenBy(ITEMS, 'xyzxyz', [], undefined)).toBeUndefined();
  });
});
