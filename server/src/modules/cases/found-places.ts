import type { FoundPlace } from '@cusp/contract/case-list';
import type { NumberSystem } from '@cusp/contract/cases';
import { labelOfFdi } from '@cusp/dental/tooth-labels';
import { formatToothList } from '@cusp/dental/tooth-lists';
import { containsWord, snippetAround } from '@cusp/text/search-words';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { PersonRow } from '../people/person.present.ts';
import { institutionOf, nameOf } from '../people/person.present.ts';
import {
  commentsWith,
  type SearchedCase,
  type SearchedRestoration,
  searchedCases,
} from './found-places.sql.ts';
import type { ListContext, ListRow } from './list.sql.ts';
import { catalogueIn } from './search-catalogue.ts';

/** Catalogue names in the reader's language and in English, both of which searches look for. */
type Names = Awaited<ReturnType<typeof catalogueIn>>[];

/**
 * Where each word of a search is in the cases of a page, by id; one place for each word. Left out are words in what
 * every row shows: patient, number and the other side.
 */
export async function foundPlaces(
  db: DbOrTx,
  rows: readonly ListRow[],
  { words, language }: Pick<ListContext, 'words' | 'language'>,
): Promise<ReadonlyMap<number, FoundPlace[]>> {
  const texts = words.map(({ text }) => text);
  const asked = rows.map((row) => ({ row, missing: wordsNotShown(row, texts) }));
  const open = asked.filter(({ missing }) => missing.length > 0);
  if (open.length === 0) return new Map();
  const ids = open.map(({ row }) => row.id);
  const names = await Promise.all([catalogueIn(language), catalogueIn('en')]);
  const cases = new Map((await searchedCases(db, ids)).map((each) => [each.id, each]));
  const places = new Map<number, FoundPlace[]>();
  const inComments = new Map<number, number[]>();
  for (const { row, missing } of open) {
    const searched = cases.get(row.id);
    if (!searched) continue;
    for (const word of missing) {
      const place = placeIn(searched, row, texts[word] ?? '', names);
      if (place) places.set(row.id, [...(places.get(row.id) ?? []), { word, ...place }]);
      else inComments.set(word, [...(inComments.get(word) ?? []), row.id]);
    }
  }
  for (const [word, caseIds] of inComments) {
    const asWord = words[word];
    if (!asWord) continue;
    for (const { case_id, body } of await commentsWith(db, caseIds, asWord)) {
      const place = { word, place: 'comment', text: snippetAround(body, asWord.text) } as const;
      places.set(case_id, [...(places.get(case_id) ?? []), place]);
    }
  }
  return places;
}

const partyWords = (person: PersonRow | null) => `${institutionOf(person)} ${nameOf(person)}`;

/** Positions of the words that are not in the names and numbers of a row. */
function wordsNotShown(row: ListRow, words: readonly string[]): number[] {
  const other = row.side === 'OT' ? row.author : row.recipient;
  const shown = [
    `${row.patient_first} ${row.patient_last}`,
    `${row.patient_last}${row.patient_first}`,
    row.no,
    partyWords(other),
  ];
  return words.flatMap((word, at) => (shown.some((text) => containsWord(text, word)) ? [] : at));
}

type Place = Omit<FoundPlace, 'word'>;

function placeIn(searched: SearchedCase, row: ListRow, word: string, names: Names): Place | undefined {
  for (const made of searched.restorations) {
    const text = textOfOrder(made, row.number_sys, word, names);
    if (text !== undefined) return { place: 'order', text };
  }
  if (containsWord(searched.note, word)) return { place: 'note', text: snippetAround(searched.note, word) };
  const own = row.side === 'OT' ? row.recipient : row.author;
  if (containsWord(partyWords(own), word)) return { place: 'person', text: partyText(own) };
  if (searched.assignee && containsWord(nameOf(searched.assignee), word))
    return { place: 'assignee', text: nameOf(searched.assignee) };
  return undefined;
}

const partyText = (person: PersonRow | null) =>
  [institutionOf(person), nameOf(person)].filter(Boolean).join(' · ');

/** A restoration as the reader's language says it, with the word in it; undefined if the word is not in it. */
function textOfOrder(
  made: SearchedRestoration,
  system: NumberSystem,
  word: string,
  names: Names,
): string | undefined {
  const named = names.map(({ nameOf: name }) => [
    name('types', made.type) || made.display_name,
    name('materials', made.material),
  ]);
  const [own = []] = named;
  const tooth = made.teeth.find((fdi) => toothNames(fdi, system).some((label) => containsWord(label, word)));
  const teeth = tooth === undefined ? made.teeth : [tooth];
  const line = [
    [own[0], formatToothList(teeth, system), made.tooth_text].filter(Boolean).join(' '),
    [own[1], made.shade].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(' · ');
  if (containsWord(line, word)) return line;
  const further =
    named.flat().find((name) => containsWord(name, word)) ??
    (containsWord(made.display_name, word) ? made.display_name : undefined) ??
    (tooth === undefined ? undefined : toothNames(tooth, system).find((label) => containsWord(label, word)));
  return further && `${line} (${further})`;
}

/** How a tooth is written, as the search knows it: in the system of the order, in Universal, in Palmer and in FDI. */
const toothNames = (fdi: number, system: NumberSystem): string[] => [
  formatToothList([fdi], system),
  `#${labelOfFdi(fdi, 'Universal') ?? ''}`,
  labelOfFdi(fdi, 'PalmerDigital') ?? '',
  `FDI${fdi}`,
];
