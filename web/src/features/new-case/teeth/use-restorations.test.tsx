// @vitest-environment happy-dom
import { DRAFT_LIMITS } from '@cusp/contract/limits';
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { toastError } from '../../../ui/toast.ts';
import { undoToast } from '../../../ui/UndoToast.tsx';
import { emptyFields } from '../form-fields.ts';
import { newRow } from './restoration-rows.ts';
import { useRestorations } from './use-restorations.tsx';

vi.mock('../../../ui/toast.ts', () => ({ toastError: vi.fn() }));
vi.mock('../../../ui/UndoToast.tsx', () => ({ undoToast: vi.fn() }));

test('a full order takes no row, not even by an undo, which says so and stays possible', async () => {
  const restorations = Array.from({ length: DRAFT_LIMITS.restorations }, () => newRow('crown', [11]));
  const [row] = restorations;
  if (!row) throw new Error('there is no row');
  await loadTexts(['new-case']);
  const { result } = renderHook(() => {
    const [fields, setFields] = useState({ ...emptyFields('FDI', null), restorations });
    return { rows: fields.restorations, chart: useRestorations(fields, setFields) };
  });
  act(() => result.current.chart.remove(row, 'Crown'));
  const undo = () => act(async () => vi.mocked(undoToast).mock.calls[0]?.[0].onUndo());
  act(() => result.current.chart.add({ type: 'crown' }));
  expect(result.current.rows).toHaveLength(DRAFT_LIMITS.restorations);
  expect(toastError).not.toHaveBeenCalled();
  expect(await undo()).toBe(true);
  expect(result.current.rows).toHaveLength(DRAFT_LIMITS.restorations);
  expect(toastError).toHaveBeenCalledOnce();
  const [, last] = result.current.rows;
  act(() => last && result.current.chart.remove(last, 'Crown'));
  expect(await undo()).toBe(false);
  expect(result.current.rows[0]).toEqual(row);
});
