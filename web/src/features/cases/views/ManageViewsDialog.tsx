import type { CaseView } from '@cusp/contract/case-views';
import { changeView, MAX_VIEW_NAME, orderViews, removeView } from '@cusp/contract/case-views.routes';
import { ActionIcon, Button, Group, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { NameField } from '../../../ui/NameField.tsx';
import { offButton } from '../../../ui/off-button.ts';
import { toastError } from '../../../ui/toast.ts';
import classes from './views.module.css';

interface ManageViewsDialogProps {
  own: readonly CaseView[];
  canShare: boolean;
  onClose(): void;
}

/** Renames, orders, shares and deletes one's own views; each change is saved at once. */
export default function ManageViewsDialog({ own, canShare, onClose }: ManageViewsDialogProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const confirm = useConfirm();
  const onError = (error: unknown) => toastError(errorText(errors, error));
  const change = useChange(changeView, { onError });
  const order = useChange(orderViews, { onError });
  const remove = useChange(removeView, { onError });
  const isBusy = change.isPending || order.isPending || remove.isPending;
  const move = (at: number, by: 1 | -1) => {
    const ids = own.map(({ id }) => id);
    const [id] = ids.splice(at, 1);
    if (id !== undefined) ids.splice(at + by, 0, id);
    order.mutate({ body: { ids } });
  };
  const askAndRemove = async (view: CaseView) => {
    const content = t(view.is_shared ? 'views.removeShared' : 'views.removeOwn', { name: view.name });
    if (await confirm({ title: t('common:warning'), content, ok: t('common:delete'), danger: true }))
      remove.mutate({ params: { id: view.id } });
  };
  const button = (
    name: string,
    label: string,
    icon: typeof IconTrash,
    isOff: boolean,
    onClick: () => void,
  ) => {
    const Icon = icon;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`${label}: ${name}`}
        {...offButton(isOff, onClick)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <CuspModal opened onClose={onClose} title={t('views.manage')} size={560}>
      <ul className={classes.list}>
        {own.map((view, at) => (
          <li key={view.id} className={classes.view}>
            <NameField
              key={view.name}
              label={`${t('views.name')}: ${view.name}`}
              name={view.name}
              maxLength={MAX_VIEW_NAME}
              onName={(name) => change.mutate({ params: { id: view.id }, body: { name } })}
            />
            {canShare && (
              <Switch
                size="sm"
                label={t('views.shared')}
                aria-label={`${t('views.shared')}: ${view.name}`}
                checked={view.is_shared}
                onChange={(event) =>
                  change.mutate({
                    params: { id: view.id },
                    body: { is_shared: event.currentTarget.checked },
                  })
                }
              />
            )}
            <Group gap={0} wrap="nowrap">
              {button(view.name, t('views.up'), IconArrowUp, isBusy || at === 0, () => move(at, -1))}
              {button(view.name, t('views.down'), IconArrowDown, isBusy || at === own.length - 1, () =>
                move(at, 1),
              )}
              {button(view.name, t('common:delete'), IconTrash, isBusy, () => void askAndRemove(view))}
            </Group>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t('common:close')}</Button>
      </Group>
    </CuspModal>
  );
}
