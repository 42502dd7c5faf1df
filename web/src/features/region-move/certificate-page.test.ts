import { expect, test } from 'vitest';
import { certificatePage } from './certificate-page.ts';

test('the certificate has each fact as text, whatever its letters', () => {
  const page = certificatePage('ko', {
    title: '삭제 확인서',
    facts: [['From "here"', '<script>alert(1)</script> & O’Neil']],
    note: 'Signed.',
  });
  expect(page).toContain('<html lang="ko">');
  expect(page).toContain('<h1>삭제 확인서</h1>');
  expect(page).toContain('<dt>From &quot;here&quot;</dt>');
  expect(page).toContain('<dd>&lt;script&gt;alert(1)&lt;/script&gt; &amp; O’Neil</dd>');
  expect(page).not.toContain('<script>');
});
