// @vitest-environment happy-dom
import { DRAFT_LIMITS } from '@cusp/contract/limits';
import { notifications } from '@mantine/notifications';
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { eventually } from '../../../testing/eventually.ts';
import { emptyFields, type FormFields } from '../form-fields.ts';
import { newRow } from './restoration-rows.ts';
import { useRestorations } from './use-restorations.tsx';

test('a full order takes no row, not even by an undo, which says so and stays possible', async () => {
  // The fields that get the focus are missing here, and searching for them would outlive the test.
  const found = vi.spyOn(document, 'getElementById').mockReturnValue(document.body);
  const show = vi.spyOn(notifications, 'show').mockReturnValue('shown');
  const restorations = Array.from({ length: DRAFT_LIMITS.restorations }, () => newRow('crown', [11]));
  const [row] = restorations;
  if (!row) throw new Error('there is no row');
  await loadTexts(['new-case']);
  const { result } = renderHook(() => {
    const [fields, setFields] = useState({ ...emptyFields('FDI', null), restorations });
    return { rows: fields.restorations, chart: useRestorations(fields, setFields), setFields };
  });
  const undo = () =>
    act(async () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true })));
  const refusal = expect.objectContaining({ color: 'red' });
  act(() => result.current.chart.remove(row, 'Crown'));
  act(() => result.current.chart.add({ type: 'crown' }));
  await eventually(() => expect(show).toHaveBeenCalledOnce());
  expect(result.current.rows).toHaveLength(DRAFT_LIMITS.restorations);
  expect(show).not.toHaveBeenCalledWith(refusal);
  await undo();
  await eventually(() => expect(show).toHaveBeenCalledWith(refusal));
  expect(result.current.rows).toHaveLength(DRAFT_LIMITS.restorations);
  act(() => result.current.setFields((now) => ({ ...now, restorations: now.restorations.slice(0, -1) })));
  await undo();
  expect(result.current.rows[0]).toEqual(row);
  show.mockRestore();
  found.mockRestore();
});

test('a removed restoration comes back with its connectors', async () => {
  const found = vi.spyOn(document, 'getElementById').mockReturnValue(document.body);
  const show = vi.spyOn(notifications, 'show').mockReturnValue('shown');
  const restorations = [newRow('crown', [12]), newRow('crown', [11])];
  const connectorChoices = [{ teeth: [12, 11] as [number, number], layer: 'final' as const, joined: true }];
  const [row] = restorations;
  if (!row) throw new Error('there is no row');
  await loadTexts(['new-case']);
  const { result } = renderHook(() => {
    const [fields, setFields] = useState<FormFields>({
      ...emptyFields('FDI', null),
      restorations,
      connectorChoices,
    });
    return { fields, chart: useRestorations(fields, setFields) };
  });
  act(() => result.current.chart.remove(row, 'Crown'));
  expect(result.current.fields.connectorChoices).toEqual([]);
  await eventually(() => expect(show).toHaveBeenCalledOnce());
  await act(async () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true })));
  await eventually(() => expect(result.current.fields.connectorChoices).toEqual(connectorChoices));
  show.mockRestore();
  found.mockRestore();
});
