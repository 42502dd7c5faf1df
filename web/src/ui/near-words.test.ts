import { splitAtWords } from '@cusp/text/search-words';
import { expect, test } from 'vitest';
import { nearWords } from './near-words.ts';

const marked = (text: string, search: string, unseen?: string) =>
  splitAtWords(text, nearWords(text, search, unseen))
    .map((part, at) => (at % 2 ? `[${part}]` : part))
    .join('');

test.each([
  ['Anna Schäfer', 'schafer', 'Anna [Schäfer]'],
  ['Zoë Łukasiewicz', 'zoe luka', '[Zoë] [Łuka]siewicz'],
  ['김민준', '민주', '김[민준]'],
  ['Telescopic crown', 'crowns', 'Telescopic [crown]'],
  ['Clara Neumann', 'nuemann', 'Clara [Neumann]'],
  ['Clara Neumann', 'neumnan', 'Clara [Neumann]'],
  ['Personal Settings', 'setings', 'Personal [Settings]'],
  ['Edit profile', 'xyz', 'Edit profile'],
  ['Edit profile', ' ', 'Edit profile'],
])('in %j, %j highlights %j', (text, search, expected) => expect(marked(text, search)).toBe(expected));

test('a word that is in what is not shown highlights nothing that is like it', () => {
  expect(marked('Mia Brown', 'crown')).toBe('Mia [Brown]');
  expect(marked('Mia Brown', 'crown', 'Crown 16')).toBe('Mia Brown');
});
