import i18next from 'i18next';
import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { partOf } from './part.tsx';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { refusals: {} } } }));

const Screen = () => 'the screen';
const shown = (part: ReturnType<typeof partOf>) =>
  renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(part.Shown)));

test('a loaded part renders without suspending', async () => {
  const part = partOf(async () => ({ default: Screen }), []);
  expect(shown(part)).toContain('waiting');
  await part.load();
  expect(shown(part)).toBe('<!--$-->the screen<!--/$-->');
});

test('a part is loaded once however often it is requested', async () => {
  let loads = 0;
  const part = partOf(async () => {
    loads += 1;
    return { default: Screen };
  }, []);
  await Promise.all([part.load(), part.load()]);
  await part.load();
  shown(part);
  expect(loads).toBe(1);
});

test('loading a part loads the code of its first data too', async () => {
  let loads = 0;
  const data = async () => {
    loads += 1;
    return { requestFirst() {} };
  };
  await partOf(async () => ({ default: Screen }), [], data).load();
  expect(loads).toBe(1);
});

test('a part that failed to preload is loaded again', async () => {
  let isThere = false;
  const part = partOf(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Screen };
  }, []);
  await expect(part.load()).rejects.toThrow('dynamically imported');
  isThere = true;
  await part.load();
  expect(shown(part)).toContain('the screen');
});
