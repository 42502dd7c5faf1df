// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { LabelReader } from './LabelReader.tsx';

beforeAll(() => loadTexts(['common', 'devices']));
// Files share the window.
afterEach(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));

const [ONE, OTHER] = ['(01)09506000134352', '(01)09506000134369'];

/** Shows the reader with a camera that detects these codes. */
function look(...codes: string[]) {
  const detect = async () => codes.map((rawValue) => ({ rawValue }));
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = detect;
    },
  );
  const getUserMedia = async () => ({ getTracks: () => [] });
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => {});
  const read = vi.fn<(text: string) => void>();
  render(
    <MantineProvider>
      <LabelReader onRead={read} />
    </MantineProvider>,
  );
  return read;
}

test('labels of two devices in view are asked about, as they are printed', async () => {
  const read = look(ONE, '010950600013436921b2\x1d240X');
  const other = await screen.findByRole('button', { name: `${OTHER}(21)b2(240)X` });
  await expect.poll(() => document.activeElement).toBe(other);
  fireEvent.click(other);
  expect(read.mock.calls).toEqual([['010950600013436921b2\x1d240X']]);
});

test('of the codes of one label the whole UDI is taken', async () => {
  const full = `${ONE}(21)A1`;
  const read = look('MODEL-3000-SERIES-OF-THE-YEAR', ONE, full, full);
  await expect.poll(() => read.mock.calls).toEqual([[full]]);
});

test('a UDI in two codes that separate its values differently is one device', async () => {
  const [linear, matrix] = ['\x1d010950600013435221A1\x1d240X', '010950600013435221A1240X'];
  const read = look(matrix, linear, '0109506000134352');
  await expect.poll(() => read.mock.calls).toEqual([[linear]]);
});

test('a code with the production date and one without are one device', async () => {
  const [matrix, linear] = [`${ONE}(11)240131(21)A1`, `${ONE}(21)A1`];
  const read = look(linear, matrix);
  await expect.poll(() => read.mock.calls).toEqual([[matrix]]);
});

test('two devices are asked about when the serial number of one is the beginning of the other', async () => {
  const read = look('010950600013435221S1', '010950600013435221S12');
  expect(await screen.findByRole('button', { name: `${ONE}(21)S1` })).toBeTruthy();
  expect(screen.getByRole('button', { name: `${ONE}(21)S12` })).toBeTruthy();
  expect(read).not.toHaveBeenCalled();
});

test('without a UDI the longest code is taken', async () => {
  const read = look('A1', 'SN-0001');
  await expect.poll(() => read.mock.calls).toEqual([['SN-0001']]);
});
