import type { OrderTemplate } from '@cusp/contract/order-templates';
import { changeTemplate, MAX_TEMPLATE_NAME, removeTemplate } from '@cusp/contract/order-templates.routes';
import { ActionIcon, Button, Group, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { NameField } from '../../ui/NameField.tsx';
import { offButton } from '../../ui/off-button.ts';
import { toastError } from '../../ui/toast.ts';
import classes from './templates.module.css';

interface ManageTemplatesDialogProps {
  own: readonly OrderTemplate[];
  canShare: boolean;
  onClose(): void;
}

/** Renames, shares and deletes one's own templates; each change is saved at once. */
export default function ManageTemplatesDialog({ own, canShare, onClose }: ManageTemplatesDialogProps) {
  const { t } = useTranslation(['templates', 'common']);
  const { t: errors } = useTranslation('errors');
  const confirm = useConfirm();
  const onError = (error: unknown) => toastError(errorText(errors, error));
  const change = useChange(changeTemplate, { onError });
  const remove = useChange(removeTemplate, { onError });
  const isBusy = change.isPending || remove.isPending;
  const askAndRemove = async ({ id, name, is_shared }: OrderTemplate) => {
    const content = t(is_shared ? 'removeShared' : 'removeOwn', { name });
    if (await confirm({ title: t('common:warning'), content, ok: t('common:delete'), danger: true }))
      remove.mutate({ params: { id } });
  };
  return (
    <CuspModal opened onClose={onClose} title={t('manage')} size={560}>
      {own.length === 0 && <Text size="sm">{t('none')}</Text>}
      <ul className={classes.list}>
        {own.map((template) => (
          <li key={template.id} className={classes.template}>
            <NameField
              key={template.name}
              label={`${t('name')}: ${template.name}`}
              name={template.name}
              maxLength={MAX_TEMPLATE_NAME}
              onName={(name) => change.mutate({ params: { id: template.id }, body: { name } })}
            />
            {canShare && (
              <Switch
                size="sm"
                label={t('shared')}
                aria-label={`${t('shared')}: ${template.name}`}
                checked={template.is_shared}
                onChange={(event) =>
                  change.mutate({
                    params: { id: template.id },
                    body: { is_shared: event.currentTarget.checked },
                  })
                }
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`${t('common:delete')}: ${template.name}`}
              {...offButton(isBusy, () => void askAndRemove(template))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t('common:close')}</Button>
      </Group>
    </CuspModal>
  );
}
