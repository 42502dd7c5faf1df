import { StatusFilter } from '@cusp/contract/case-list';
import { StatusAction } from '@cusp/contract/cases';
import { STATUS_LABELS } from '@cusp/dental/case-status';
import {
  MATERIALS,
  type Material,
  RESTORATION_TYPE_CODES,
  RESTORATION_TYPES,
} from '@cusp/dental/restorations';
import { NUMBER_SYSTEMS, TEETH } from '@cusp/dental/teeth';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import de from '../../../../languages/de/dental.json';
import en from '../../../../languages/en/dental.json';
import es from '../../../../languages/es/dental.json';
import fr from '../../../../languages/fr/dental.json';
import italian from '../../../../languages/it/dental.json';
import ko from '../../../../languages/ko/dental.json';
import pl from '../../../../languages/pl/dental.json';
import ptBR from '../../../../languages/pt-BR/dental.json';
import { spokenLabel, toothName } from './tooth-name.ts';

const LANGUAGES = { de, en, es, fr, it: italian, ko, pl, 'pt-BR': ptBR };
const CODES = Object.entries(LANGUAGES);
const MATERIAL_CODES = Object.keys(MATERIALS) as Material[];

test.each(CODES)('%s has a name for every code of the catalogues', (_, texts) => {
  expect(Object.keys(texts.types).toSorted()).toEqual(RESTORATION_TYPE_CODES.toSorted());
  expect(Object.keys(texts.materials).toSorted()).toEqual(MATERIAL_CODES.toSorted());
  expect(Object.keys(texts.systems).toSorted()).toEqual(NUMBER_SYSTEMS.toSorted());
  expect(Object.keys(texts.statuses).toSorted()).toEqual(StatusFilter.options.toSorted());
  expect(Object.keys(texts.actions).toSorted()).toEqual(StatusAction.options.toSorted());
});

test('the English names equal those on the wire', () => {
  for (const code of RESTORATION_TYPE_CODES) expect(en.types[code]).toBe(RESTORATION_TYPES[code].name);
  for (const code of MATERIAL_CODES) expect(en.materials[code]).toBe(MATERIALS[code].name);
  expect(Object.values(en.statuses)).toEqual([...new Set(Object.values(STATUS_LABELS))]);
});

test.each(CODES)('%s has a distinct name for each of the 52 teeth', async (lng, dental) => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng, resources: { [lng]: { dental } }, interpolation: { escapeValue: false } });
  const t = i18n.getFixedT(lng, 'dental');
  const names = TEETH.map((tooth) => toothName(tooth.fdi, t));
  expect(new Set(names).size).toBe(52);
  for (const name of names) expect(name).not.toMatch(/[{}.]/);
});

test('tooth names read naturally', async () => {
  const say = async (lng: 'en' | 'de' | 'fr', fdi: number) => {
    const i18n = i18next.createInstance();
    await i18n.init({ lng, resources: { [lng]: { dental: LANGUAGES[lng] } } });
    return toothName(fdi, i18n.getFixedT(lng, 'dental'));
  };
  expect(await say('en', 16)).toBe('upper right first molar');
  expect(await say('en', 75)).toBe('lower left primary second molar');
  expect(await say('de', 16)).toBe('erster Molar oben rechts');
  expect(await say('fr', 41)).toBe('incisive centrale inférieure droite');
  expect(spokenLabel(16, 'Palmer')).toBe('UR6');
});
