import { PAGE_SIZES, type PageSize } from '@cusp/contract/case-list';
import { useState } from 'react';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';

const NAME = 'cases-per-page';

/** How many cases a page has, as the person chose it in this browser. */
export function usePageSize(): [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useState<PageSize>(() => {
    const kept = readPersonal(NAME);
    return PAGE_SIZES.find((each) => each === kept) ?? PAGE_SIZES[0];
  });
  return [
    size,
    (next) => {
      writePersonal(NAME, next);
      setSize(next);
    },
  ];
}
