import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../demo/cast.ts';
import { passwordTrouble } from './password-rules.ts';

const ANNA = {
  email: 'anna.berg@hafen-praxis.example',
  first_name: 'Anna',
  last_name: 'Berg',
  institution: 'Praxis am Hafen',
};

test.each([
  'password',
  'Password1!',
  'Passw0rd!',
  'P@ssw0rd123',
  'Welcome123!',
  'qwerty12345',
  '12345678',
  'aaaaaaaa',
  'abababab',
  'abcdefgh',
  '98765432',
  'iloveyou!!',
  'dragondragon',
  'ｐａｓｓｗｏｒｄ',
])('%s is too common', (password) => expect(passwordTrouble(password, ANNA)).toBe('password_common'));

test.each([
  'anna.berg1',
  'Berg19851203',
  'AnnaBerg!!',
  'hafen-praxis',
  'B3rg-2026',
  'cuspcusp',
  'Cusp2026',
  'Summer2026!',
  'Oktober-2026',
  'Październik26',
  '가을겨울2026!!',
  'Zahnarzt#2026',
  'arcline-connect-1',
])('%s can be guessed', (password) => expect(passwordTrouble(password, ANNA)).not.toBeNull());

test.each([
  'three brown molars',
  'seven quiet incisors',
  'a long new password',
  'correct horse battery staple',
  'Zähne-Brücke-é',
  'bergab-durch-nebel',
  'v7#Kq2!mXe',
  '겨울바다에서본하늘',
  'hafen und drei möwen',
])('%s is accepted', (password) => expect(passwordTrouble(password, ANNA)).toBeNull());

test('own names are known to the owner’s account only', () => {
  expect(passwordTrouble('kowalczyk-77', ANNA)).toBeNull();
  expect(passwordTrouble('kowalczyk-77', { last_name: 'Kowalczyk' })).toBe('password_guessable');
});

test('the password of the demo practice opens no real account', () => {
  expect(passwordTrouble(DEMO_PASSWORD)).toBe('password_guessable');
});

test('neither a long password nor many words take long', () => {
  expect(passwordTrouble('x7'.repeat(64), { institution: 'wort '.repeat(20) })).toBe('password_common');
  expect(passwordTrouble('y'.repeat(129))).toBe('password_long');
});
