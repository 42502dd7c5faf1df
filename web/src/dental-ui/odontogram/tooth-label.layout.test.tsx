import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ToothLabels } from './ToothLabel.tsx';

test.each([
  ['Palmer', 'UR1, UL1, LR6'],
  ['PalmerDigital', 'UR1, UL1, LR6'],
  ['Universal', '8, 9, 30'],
  ['FDI', '11, 21, 46'],
] as const)('teeth in %s are copied as text that names the same teeth', (system, copied) => {
  const { container } = render(
    <p>
      <ToothLabels teeth={[11, 21, 46]} system={system} />
    </p>,
  );
  const selection = getSelection();
  selection?.selectAllChildren(container);
  expect(selection?.toString().replaceAll(/\s+/g, ' ').trim()).toBe(copied);
});
