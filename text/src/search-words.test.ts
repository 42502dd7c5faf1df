import { expect, test } from 'vitest';
import {
  containsWord,
  fold,
  namesBeforeTeeth,
  searchWords,
  snippetAround,
  splitAtWords,
  withApostrophe,
} from './search-words.ts';

const marked = (text: string, search: string) =>
  splitAtWords(text, searchWords(search).map(fold))
    .map((part, at) => (at % 2 ? `[${part}]` : part))
    .join('');

test.each([
  ['Berg, "Anna"', ['Berg', 'Anna']],
  ['(Anna) berg.', ['Anna', 'berg']],
  ['Anna… … ... …berg ..', ['Anna', 'berg']],
  ['… ...', ['…', '...']],
  ['crown FDI 16', ['crown', 'fdi16']],
  ['Universal 3, fdi 161', ['#3', 'fdi', '161']],
  ['universal #a #3', ['#a', '#3']],
  ['6┘ └6', ['6⏌', '⎿6']],
  ['6⏌, (⎿6), "5┘" 4⏋.', ['6⏌', '⎿6', '5⏌', '4⏋']],
  ['Tooth 46', ['46']],
  ['crown teeth 46 47', ['crown', '46', '47']],
  ['Zahn #30, Krone', ['#30', 'Krone']],
  ['zähne FDI 46', ['fdi46']],
  ['diente 46', ['46']],
  ['dent UR6', ['UR6']],
  ['elemento 46', ['46']],
  ['ząb 46', ['46']],
  ['dente\t46', ['46']],
  ['치아 46', ['46']],
  ['46번', ['46']],
  ['46번 치아 크라운', ['46', '크라운']],
  ['46번'.normalize('NFD'), ['46']],
  ['tooth', ['tooth']],
  ['tooth 460', ['tooth', '460']],
  ['Palmer UR6', ['UR6']],
  ['Palmer 16', ['Palmer', '16']],
  ['sweet tooth', ['sweet', 'tooth']],
  ['Provident 12', ['Provident', '12']],
  [' ', []],
])('the words of %j are %j', (search, words) => expect(searchWords(search)).toEqual(words));

test.each([
  ['Smile Dent 46', ['Smile Dent']],
  ['crown, Anna Zahn 4.6', ['Anna Zahn']],
  ['dent 46', []],
  ['45 dent 46', []],
  ['Smile Dent', []],
])('the names before teeth in %j are %j', (search, names) => expect(namesBeforeTeeth(search)).toEqual(names));

test.each([
  ['Schäfer', 'schaf', '[Schäf]er'],
  ['Großkreutz', 'GROSS', '[Groß]kreutz'],
  ['Zoë Łukasik', 'zoe luk', '[Zoë] [Łuk]asik'],
  ['김민준', '김ㅁ', '[김민]준'],
  ['Anna Hannah', 'an', '[An]na Hannah'],
  ['crown 16, 161 and #16', '16', 'crown [16], 161 and #16'],
  ['46번 치아, 46개', '46', '[46]번 치아, 46개'],
  ['Crown 3 (#3)', '#3', 'Crown 3 ([#3])'],
  ['Mül\u200bler', 'muller', '[Mül\u200bler]'],
  ['margin', 'nowhere', 'margin'],
  ['ananas', 'ana nas', '[ananas]'],
  ['👩‍🔬 Ann', 'ann', '👩‍🔬 [Ann]'],
])('in %j, %j marks %j', (text, search, shown) => expect(marked(text, search)).toBe(shown));

test('a word is contained by the rules of the search', () => {
  expect(containsWord('the margin at 16.', '16')).toBe(true);
  expect(containsWord('2611-ABC', '26')).toBe(false);
  expect(containsWord('Hannah', 'an')).toBe(false);
  expect(containsWord('full denture', 'ure')).toBe(false);
  expect(containsWord('Crown URE', 'ure')).toBe(true);
  expect(containsWord('Ula Nowak', 'ula')).toBe(true);
});

test('the apostrophe of a surname is added to one word at a time', () => {
  expect(withApostrophe(['oneill', 'dangelo', 'Anna', "o'neill", 'ola'])).toEqual([
    ["o'neill", 'dangelo', 'Anna', "o'neill", 'ola'],
    ['oneill', "d'angelo", 'Anna', "o'neill", 'ola'],
  ]);
});

test('a snippet has whole words around the match, on one line', () => {
  expect(snippetAround('Short\ntext', 'text')).toBe('Short text');
  const long = `${'before '.repeat(20)}the margin is open ${'after '.repeat(30)}`;
  const snippet = snippetAround(long, 'margin');
  expect(snippet).toMatch(/^…before .*the margin is open after .*after…$/);
  expect(snippet.length).toBeLessThan(120);
  expect(snippetAround('가'.repeat(300), fold('나')).length).toBeLessThan(120);
  expect(snippetAround(long, 'nowhere')).toMatch(/^before before /);
});
