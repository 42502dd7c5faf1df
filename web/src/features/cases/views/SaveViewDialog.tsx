import { addView, MAX_VIEW_NAME } from '@cusp/contract/case-views.routes';
import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { toastDone } from '../../../ui/toast.ts';
import type { CaseFilters } from '../filters/case-filters.ts';
import { type Views, viewFilters } from './use-views.ts';

interface SaveViewDialogProps {
  views: Views;
  filters: CaseFilters;
  onClose(): void;
}

/** Saves the filters and the order of the list under a name. */
export default function SaveViewDialog({ views, filters, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation(['cases', 'common']);
  const { t: errors } = useTranslation('errors');
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const save = useSubmit(addView);
  const submit = () => {
    const trimmed = name.trim();
    setEmpty(trimmed === '');
    if (trimmed === '') return;
    save.mutate(
      { body: { name: trimmed, filters: viewFilters(filters), is_shared: isShared } },
      {
        onSuccess: ({ id }) => {
          views.setApplied({ id, name: trimmed, is_mine: true });
          toastDone(t('views.saved', { name: trimmed }));
          onClose();
        },
      },
    );
  };
  const failure = save.error && errorText(errors, save.error);
  return (
    <CuspModal opened onClose={onClose} title={t('views.saveTitle')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label={t('views.name')}
            placeholder={t('views.nameHint')}
            maxLength={MAX_VIEW_NAME}
            value={name}
            error={isEmpty ? t('views.nameMissing') : failure}
            onChange={(event) => {
              setEmpty(false);
              setName(event.currentTarget.value);
            }}
          />
          {views.canShare && (
            <Switch
              label={t('views.share')}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Text size="sm" c="var(--quiet)">
            {t('views.saveHint')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('common:save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </CuspModal>
  );
}
