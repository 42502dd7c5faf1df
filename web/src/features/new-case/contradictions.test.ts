import i18next from 'i18next';
import { expect, test } from 'vitest';
import dental from '../../../../languages/en/dental.json';
import { contradictionsIn, problemText, withConfirmed, withRows } from './contradictions.ts';
import { fieldOf, lineToOpen } from './field-ids.ts';
import { emptyFields, type Row } from './form-fields.ts';
import { newRow, replaceRow, withTeeth, withType } from './teeth/restoration-rows.ts';

const form = (...restorations: Row[]) => ({ ...emptyFields('Universal'), restorations });
const shaded = (shade: string): Row => ({ ...newRow('crown', [16]), shade });

async function words() {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'en', resources: { en: { dental } }, interpolation: { escapeValue: false } });
  return i18n.getFixedT('en', 'dental');
}

test('a contradiction names restorations and teeth in the number system of the order', async () => {
  const t = await words();
  const fields = form(
    newRow('crown', [16, 11]),
    newRow('pontic', [16]),
    newRow('splint', [33]),
    newRow('splint', [33]),
  );
  expect(contradictionsIn(fields).map((problem) => problemText(problem, fields, t))).toEqual([
    'These exclude each other on one tooth: Crown + Pontic, 3',
    'The same is ordered twice: Splint, night guard, Lower',
  ]);
  const odd = form(shaded('A3a3'));
  expect(contradictionsIn(odd).map((problem) => problemText(problem, odd, t))).toEqual([
    'No usual shade guide has this shade: A3a3',
  ]);
  const denture = form({ ...newRow('complete_denture', []), arch: 'upper' }, newRow('crown', [16]));
  expect(contradictionsIn(denture).map((problem) => problemText(problem, denture, t))).toEqual([
    'A complete denture contradicts this in the same jaw: Crown, 3',
  ]);
});

test('a contradiction leads to the last restoration concerned, a birth date to its field', () => {
  const rows = [newRow('crown', [16]), newRow('crown', [16])];
  const [twice] = contradictionsIn(form(...rows));
  if (!twice) throw new Error('no contradiction');
  expect(lineToOpen(twice)).toBe(1);
  expect(fieldOf(twice, rows)).toBe(`case-row-${rows[1]?.key}-type`);
  const unborn = { ...form(), patient: { ...form().patient, birthdate: '2999-01-01' } };
  expect(contradictionsIn(unborn).map((problem) => fieldOf(problem, []))).toEqual(['case-birthdate']);
});

test('a confirmation holds until the restoration changes', () => {
  const rows = [shaded('A3a3'), newRow('coping', [16]), newRow('onlay', [46])];
  let confirmed: Row[] = rows;
  for (const problem of contradictionsIn(form(...rows))) confirmed = withConfirmed(confirmed, problem, true);
  expect(contradictionsIn(form(...confirmed)).every(({ isMeant }) => isMeant)).toBe(true);
  const [crown, coping, onlay] = confirmed;
  if (!crown || !coping || !onlay) throw new Error('rows are gone');

  const afterEdit = (rows: Row[]) => withRows(form(...confirmed), rows).restorations;
  expect(afterEdit(replaceRow(confirmed, withTeeth(onlay, [47])))).toMatchObject([
    { meant: crown.meant },
    { meant: coping.meant },
    { meant: [] },
  ]);
  const open = (after: Row[]) =>
    contradictionsIn(form(...after)).flatMap(({ code, isMeant }) => (isMeant ? [] : [code]));
  expect(open(afterEdit(replaceRow(confirmed, { ...crown, shade: 'A3a4' })))).toEqual([
    'tooth_twice',
    'shade_unusual',
  ]);
  expect(open(afterEdit(replaceRow(confirmed, withType(coping, 'telescopic_crown'))))).toEqual([
    'tooth_twice',
  ]);
  const without = afterEdit([crown, onlay]);
  expect(without.map(({ meant }) => meant)).toEqual([['shade_unusual::A3a3'], []]);
});

test('a confirmation can be withdrawn', () => {
  const rows = [shaded('A3a3')];
  const [problem] = contradictionsIn(form(...rows));
  if (!problem) throw new Error('no contradiction');
  expect(withConfirmed(withConfirmed(rows, problem, true), problem, false)).toEqual(rows);
});

test('a choice about neighbours is dropped once they can no longer be joined', () => {
  const rows = [newRow('crown', [12, 11])];
  const [row] = rows;
  if (!row) throw new Error('no row');
  const splinted = {
    ...form(...rows),
    connectorChoices: [{ teeth: [12, 11] as [number, number], layer: 'final' as const, joined: true }],
  };
  expect(withRows(splinted, [{ ...row, shade: 'A2' }]).connectorChoices).toEqual(splinted.connectorChoices);
  expect(withRows(splinted, [withTeeth(row, [11])]).connectorChoices).toEqual([]);
  expect(withRows(splinted, [withType(row, 'veneer')]).connectorChoices).toEqual([]);
});
