import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FormButtonsProps {
  /** Name of the button that sends the form. */
  submit: string;
  isSending: boolean;
  disabled?: boolean;
  /** The form deletes something: its submit button is red. */
  danger?: boolean | undefined;
  onCancel(): void;
}

/** The end of a form in a dialog. */
export function FormButtons({ submit, isSending, disabled, danger, onCancel }: FormButtonsProps) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" color={danger ? 'red' : undefined} disabled={disabled} loading={isSending}>
        {submit}
      </Button>
    </Group>
  );
}
