import { describe, expect, test } from 'vitest';
import { nameIdentifies, textIdentifies } from './patient-names.ts';

const patient = (first: string, last: string, birth: string | null = '1961-04-05') => ({
  patient_first: first,
  patient_last: last,
  patient_birth: birth,
});

describe('a file name identifies the patient', () => {
  test.each([
    ['Theodora', 'Lindqvist', 'LINDQVIST_Theodora-upper.stl'],
    ['Theodora', 'Lindqvist', 'scan_lindqvist.stl'],
    ['Theodora', 'Lindqvist', 'theodoralindqvist2.ply'],
    ['Theodora', 'Lindqvist', '2026TheodoraUpper.ply'],
    ['Anna-Lena', 'Groß', 'annalena_unten.stl'],
    ['Anna Lena', 'Groß', 'Anna.Lena.stl'],
    ['Anna-Lena', 'Groß', 'GROSS upper.stl'],
    ['Jürgen', 'Müller', 'mueller_j.stl'],
    ['Jürgen', 'Müller', 'Muller-OK.stl'],
    ['Juergen', 'Mueller', 'Müller OK.stl'],
    ['Łukasz', 'Wójcik', 'wojcik_lukasz.obj'],
    ['José', 'Núñez', 'jose\u0301.stl'],
    ['민준', '김', '김민준_upper.stl'],
    ['민준', '김', '김민준_upper.stl'.normalize('NFD')],
    ['민준', '김', 'upper민준.stl'],
    ['민준', '김', 'upper_김.stl'],
    ['Li', 'Ng', 'li_upper.stl'],
    ['Li', 'Ng', 'UpperLi2.stl'],
    ['Li', 'Ng', 'NGLI.stl'],
    ['Eva', 'O’Neil', "o'neil.stl"],
    ['Theodora', 'Lindqvist', 'upper-1961-04-05.stl'],
    ['Theodora', 'Lindqvist', 'upper_05.04.1961.stl'],
    ['Theodora', 'Lindqvist', '5.4.1961.stl'],
    ['Theodora', 'Lindqvist', 'upper 4-5-61.stl'],
    ['민준', '김', '610405-1234567.stl'],
  ])('%s %s: %s', (first, last, filename) => {
    expect(nameIdentifies(filename, patient(first, last))).toBe(true);
  });

  test.each([
    ['Theodora', 'Lindqvist', 'upperjaw.stl'],
    ['Li', 'Ng', 'single-lingual.stl'],
    ['Eva', 'An', 'scan_upper.stl'],
    ['A', '', 'a-upperjaw.stl'],
    ['', '', 'upper.stl'],
    ['Anna', 'de la Cruz', 'de_la.stl'],
    ['Theodora', 'Lindqvist', 'theo.stl'],
    ['Theodora', 'Lindqvist', 'scan-20260405.stl'],
    ['Theodora', 'Lindqvist', 'scan-5.4.1962-161040519.stl'],
    ['민준', '김', 'upper_준비.stl'],
  ])('not %s %s: %s', (first, last, filename) => {
    expect(nameIdentifies(filename, patient(first, last))).toBe(false);
  });
});

describe('a text identifies the patient', () => {
  test.each([
    ['Theodora', 'Lindqvist', 'Please call Mrs. LINDQVIST first.'],
    ['Theodora', 'Lindqvist', "Theodora's crown"],
    ['Jürgen', 'Müller', 'Herr Mueller kommt am Freitag'],
    ['Anna Lena', 'Groß', 'für AnnaLena'],
    ['Anna-Lena', 'Groß', 'Anna Lena wünscht A2'],
    ['민준', '김', '민준은 금요일에 옵니다'],
    ['민준', '김', '김 민준 씨'],
    ['Mi-ra', "O'Neill", 'for ONeill'],
    ['Mi-ra', "O'Neill", 'Contact for oneill tight'],
    ['Mi-ra', "O'Neill", 'Contact for Mira tight'],
    ['Mi-ra', "O'Neill", 'Miras crown'],
    ['Mi-ra', "O'Neill", 'O’Neill'],
    ['Anna-Lena', 'Müller-Lüdenscheidt', 'Annalena'],
    ['Anna-Lena', 'Müller-Lüdenscheidt', 'Contact for Muellerluedenscheidt tight'],
    ['Anna-Lena', 'Müller-Lüdenscheidt', 'Mullers crown'],
    ['Chul-soo', 'Kim', 'Contact for Chulsoo tight'],
    ['Jo', 'Li', 'Contact for JoLi tight'],
    ['Ara', 'Kim', 'A-ra prefers A2'],
    ['Eva', 'Groß', 'Evas crown'],
    ['Theodora', 'Lindqvist', 'Theodora의 크라운'],
    ['Theodora', 'Lindqvist', 'Th\u200beo\u200bdora'],
    ['Theodora', 'Lindqvist', 'born 5.4.1961'],
    ['Theodora', 'Lindqvist', 'born on the 5th of April 1961'],
    ['Theodora', 'Lindqvist', 'APR-5-61'],
    ['Theodora', 'Lindqvist', '5 (04) 1961'],
    ['Theodora', 'Lindqvist', '11, 12: geb. 05.04.61'],
    ['Theodora', 'Lindqvist', "5.4.'61"],
    ['Theodora', 'Lindqvist', '5.4.’61'],
    ['Theodora', 'Lindqvist', '05–04–61'],
    ['Theodora', 'Lindqvist', '5·4·61'],
    ['Theodora', 'Lindqvist', '5 . 4 . 61'],
    ['Ravi', 'Das', 'For Mr Das'],
    ['Thi', 'Le Van', 'Frau Van'],
    ['민준', '김', '1961년 4월 5일생'],
  ])('%s %s: %s', (first, last, text) => {
    expect(textIdentifies(text, patient(first, last))).toBe(true);
  });

  test.each([
    ['Stan', 'Rand', 'Standard margin at the Zahnrand'],
    ['Theodora', 'Lindqvist', 'Margin is subgingival'],
    ['Theodora', 'Lindqvist', 'Teeth 4, 5, 61; delivery 5.4.2026'],
    ['민준', '김', '김치 색이 아닙니다'],
    ['Maria', 'van der Berg', 'der Rand von 16'],
    ['Maria del', 'Carmen', 'Corona del 16'],
    ['Ina', 'Groß', 'contact in a line'],
    ['Thi', 'Groß', 'this contact is open'],
    ['민준', '이', 'crown이 높습니다'],
    ['Theodora', 'Lindqvist', '4 units, 5 mm, 12 April 1962'],
    ['', '', 'nothing'],
  ])('not %s %s: %s', (first, last, text) => {
    expect(textIdentifies(text, patient(first, last))).toBe(false);
  });
});
