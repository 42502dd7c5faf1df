import { expect, test } from 'vitest';
import { singularsOf } from './plurals.ts';
import { fold } from './search-words.ts';

test.each([
  ['crowns', 'crown'],
  ['Kronen', 'Krone'],
  ['Provisorien', 'Provisorium'],
  ['Modelle', 'Modell'],
  ['couronnes', 'couronne'],
  ['coronas', 'corona'],
  ['corone', 'corona'],
  ['intarsi', 'intarsio'],
  ['licówki', 'licówka'],
  ['mosty', 'most'],
  ['restaurações', 'restauração'],
  ['크라운들', '크라운'],
])('%s can be the plural of %s', (plural, singular) => {
  expect(singularsOf(fold(plural))).toContain(fold(singular));
});

test('short words are no plurals', () => {
  expect(['gips', 'iris', '46', 'a3'].flatMap(singularsOf)).toEqual([]);
});
