import type { TemplateFields } from '@cusp/contract/order-templates';
import { addTemplate, listTemplates, MAX_TEMPLATE_NAME } from '@cusp/contract/order-templates.routes';
import { isRestorationType } from '@cusp/dental/restorations';
import { Checkbox, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../ui/dialogs/FormButtons.tsx';
import { toastDone } from '../../ui/toast.ts';
import classes from './templates.module.css';

interface SaveTemplateDialogProps {
  fields: TemplateFields;
  onClose(): void;
}

/**
 * Saves an order under a name. The note is included only if the person chooses so, because it may be about the patient.
 */
export default function SaveTemplateDialog({ fields, onClose }: SaveTemplateDialogProps) {
  const { t } = useTranslation(['templates', 'common', 'dental']);
  const { t: errors } = useTranslation('errors');
  const { data } = useCall(listTemplates, {}, ['templates']);
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [keepsNote, setKeepsNote] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const save = useSubmit(addTemplate);
  const hasNote = fields.note.trim() !== '';
  const isNothing = fields.restorations.length === 0 && !keepsNote;
  const submit = () => {
    const trimmed = name.trim();
    setEmpty(trimmed === '');
    if (trimmed === '' || isNothing) return;
    save.mutate(
      {
        body: {
          name: trimmed,
          fields: { ...fields, note: keepsNote ? fields.note : '' },
          is_shared: isShared,
        },
      },
      {
        onSuccess: () => {
          toastDone(t('saved', { name: trimmed }));
          onClose();
        },
      },
    );
  };
  const nameOf = (type: string) => (isRestorationType(type) ? t(`dental:types.${type}`) : type);
  return (
    <CuspModal opened onClose={onClose} title={t('saveTitle')}>
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
            label={t('name')}
            placeholder={t('nameHint')}
            maxLength={MAX_TEMPLATE_NAME}
            value={name}
            error={isEmpty ? t('nameMissing') : save.error && errorText(errors, save.error)}
            onChange={(event) => {
              setEmpty(false);
              setName(event.currentTarget.value);
            }}
          />
          {fields.restorations.length > 0 && (
            <Text size="sm" className={classes.made}>
              {fields.restorations.map(({ type }) => nameOf(type)).join(', ')}
            </Text>
          )}
          {hasNote && (
            <Checkbox
              label={t('keepNote')}
              description={t('keepNoteHint')}
              checked={keepsNote}
              onChange={(event) => setKeepsNote(event.currentTarget.checked)}
            />
          )}
          {data?.can_share && (
            <Switch
              label={t('share')}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Text size="sm" c="var(--quiet)">
            {t('saveHint')}
          </Text>
          <FormButtons
            submit={t('common:save')}
            isSending={save.isPending}
            disabled={isNothing}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </CuspModal>
  );
}
