import { expect, test } from 'vitest';
import { withParticles } from './korean-particles.ts';

test.each([
  ['상태를 완료(으)로 변경', '상태를 완료로 변경'],
  ['“진행 중”(으)로', '“진행 중”으로'],
  ['메일(으)로', '메일로'],
  ['메일을(를) 보냈습니다', '메일을 보냈습니다'],
  ['기공소이(가)', '기공소가'],
  ['파일와(과) 댓글은(는)', '파일과 댓글은'],
  ['<0>김민준</0>을(를)', '<0>김민준</0>을'],
  ['케이스 2611-UFE5MNY을(를)', '케이스 2611-UFE5MNY를'],
  ['케이스 2611-UFE5MNR을(를)', '케이스 2611-UFE5MNR을'],
  ['주문 2611-UFE5MN1(으)로', '주문 2611-UFE5MN1로'],
  ['보철물 3은(는)', '보철물 3은'],
])('particles agree with the word before them: %s', (text, whole) => {
  expect(withParticles(text)).toBe(whole);
});

test.each(['Cusp(으)로 돌아가기', 'scan.stl을(를)', 'a@b.example(으)로', '은(는)', '사과 (이)'])(
  'both forms remain where the sound is unknown: %s',
  (text) => {
    expect(withParticles(text)).toBe(text);
  },
);
