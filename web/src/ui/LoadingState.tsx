import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Grey lines for a list or a text that is loading. */
export function LoadingState({ rows = 5, height = 44 }: { rows?: number; height?: number }) {
  const { t } = useTranslation('common');
  const lines = Array.from({ length: rows }, (_, row) => `${row}`);
  return (
    <Stack gap={8} p={16} role="status" aria-busy>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {lines.map((line) => (
        <Skeleton key={line} height={height} />
      ))}
    </Stack>
  );
}
