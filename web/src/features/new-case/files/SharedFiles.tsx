import { PAGES } from '@cusp/contract/pages';
import { Alert, Button, Group } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { sharedFiles } from '../../../client/shared-files.ts';
import { FIELD, focusField } from '../field-ids.ts';
import classes from './files.module.css';

/**
 * Files from the phone's share sheet. They are added on a click only, because every website can send files to the
 * address of the share sheet.
 */
export function SharedFiles({ name, onAdd }: { name: string; onAdd(files: readonly File[]): void }) {
  const { t } = useTranslation('new-case');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const id = search.get('shared');
  const [files, setFiles] = useState<readonly File[] | null | undefined>(undefined);
  useEffect(() => {
    if (!id) return;
    let isCurrent = true;
    void sharedFiles(id).then((found) => isCurrent && setFiles(found));
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (!id || files === undefined) return null;
  const leave = () => void navigate(PAGES.newCase, { replace: true, state: { form: name } });
  if (files === null || files.length === 0)
    return (
      <Alert
        color="red"
        title={t('shared.lost')}
        withCloseButton
        closeButtonLabel={t('shared.close')}
        onClose={leave}
      >
        {t('shared.lostText')}
      </Alert>
    );
  return (
    <Alert icon={<IconShare2 size={18} aria-hidden />} title={t('shared.title', { count: files.length })}>
      <p className={classes.sharedNames}>{files.map((file) => file.name).join(', ')}</p>
      <Group gap={8}>
        <Button
          size="sm"
          onClick={() => {
            onAdd(files);
            leave();
            // On a phone the list of uploads, which shows refused files, is far below.
            focusField(FIELD.files);
          }}
        >
          {t('shared.add')}
        </Button>
        <Button size="sm" variant="default" onClick={leave}>
          {t('shared.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
