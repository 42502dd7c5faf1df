import { PAGE_SIZES, type PageSize } from '@cusp/contract/case-list';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../client/small-screen.ts';

interface PageSizeSelectProps {
  size: PageSize;
  onSize(size: PageSize): void;
}

/** How many cases a page has; on a phone the number alone. */
export function PageSizeSelect({ size, onSize }: PageSizeSelectProps) {
  const { t } = useTranslation('cases');
  const isPhone = useSmallScreen();
  return (
    <NativeSelect
      size="xs"
      aria-label={t('list.perPageLabel')}
      data={PAGE_SIZES.map((each) => ({
        value: String(each),
        label: isPhone ? String(each) : t('list.perPage', { size: each }),
      }))}
      value={String(size)}
      onChange={(event) => {
        const next = PAGE_SIZES.find((each) => String(each) === event.currentTarget.value);
        if (next) onSize(next);
      }}
    />
  );
}
