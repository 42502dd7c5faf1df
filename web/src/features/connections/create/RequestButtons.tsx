import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  isReady: boolean;
  isSending: boolean;
  onCancel(): void;
}

export function RequestButtons({ isReady, isSending, onCancel }: Props) {
  const { t } = useTranslation(['connections', 'common']);
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" disabled={!isReady} loading={isSending}>
        {t('createDialog.submit')}
      </Button>
    </Group>
  );
}
