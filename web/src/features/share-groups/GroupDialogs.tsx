import { createGroup, editGroup, GROUP_NAME_MAX } from '@cusp/contract/share-groups.routes';
import { Alert, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../client/use-call.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../ui/dialogs/use-fading.ts';
import { useMessages } from '../invitations/invitations.offers.tsx';

interface Props {
  /** The group to rename; null creates one. */
  group: { id: number; name: string } | null;
  onClose(): void;
}

/** Asks for the name of a new group, or renames the person's own. */
export function GroupNameDialog({ group, onClose }: Props) {
  const { close, modal } = useFading(onClose);
  const { t } = useTranslation(['groups', 'common']);
  const { refusal } = useMessages('groups');
  const [name, setName] = useState(group?.name ?? '');
  const create = useSubmit(createGroup);
  const rename = useSubmit(editGroup);
  const change = group ? rename : create;

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!name.trim()) return;
    if (group) rename.mutate({ params: { id: group.id }, body: { name } }, { onSuccess: close });
    else create.mutate({ body: { name } }, { onSuccess: close });
  }
  return (
    <CuspModal {...modal} title={t(group ? 'editGroup' : 'createNew')}>
      <form onSubmit={save}>
        <Stack gap="md">
          <TextInput
            label={t('groupName')}
            required
            maxLength={GROUP_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {change.isError && (
            <Alert color="red" title={t('common:error')} role="alert">
              {refusal(change.error)}
            </Alert>
          )}
          <FormButtons
            submit={t(group ? 'common:save' : 'createGroup')}
            isSending={change.isPending}
            disabled={!name.trim()}
            onCancel={close}
          />
        </Stack>
      </form>
    </CuspModal>
  );
}
