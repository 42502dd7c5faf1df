import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FoundCountProps {
  /** Text of the search; without one nothing is announced. */
  search: string;
  /** Number of cases; undefined while they load. */
  count: number | undefined;
}

/** Announces to screen readers how many cases a search found. */
export function FoundCount({ search, count }: FoundCountProps) {
  const { t } = useTranslation('cases');
  return (
    <VisuallyHidden role="status">
      {search !== '' && count !== undefined && t('list.found', { count })}
    </VisuallyHidden>
  );
}
