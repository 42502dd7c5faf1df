import type { FileVersion } from '@cusp/contract/cases';
import { Anchor, Button, Center, Group, Loader, Text } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../client/small-screen.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { isPdf } from './file-kinds.ts';
import classes from './file-preview.module.css';

interface Props {
  file: FileVersion;
  opened: boolean;
  onClose(): void;
}

/** A picture or a pdf in the page. A pdf needs the browser's own viewer; without one there is a link. */
export function FilePreview({ file, opened, onClose }: Props) {
  const { t } = useTranslation('files');
  const small = useSmallScreen();
  const url = `${file.url}?inline=1`;
  return (
    <CuspModal
      opened={opened}
      onClose={onClose}
      size={960}
      fullScreen={small}
      title={<span className={classes.previewTitle}>{file.filename}</span>}
      classNames={{ body: classes.previewBody }}
    >
      {isPdf(file.filename) ? <Pdf file={file} url={url} /> : <Picture file={file} url={url} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          color="gray"
          leftSection={<IconExternalLink size={18} stroke={1.6} aria-hidden />}
        >
          {t('newTab')}
        </Button>
        <Button
          component="a"
          href={file.url}
          download
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
        >
          {t('download')}
        </Button>
      </Group>
    </CuspModal>
  );
}

function Picture({ file, url }: { file: FileVersion; url: string }) {
  const { t } = useTranslation('files');
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading');
  return (
    <div className={classes.picture}>
      {state === 'loading' && (
        <Center className={classes.overPicture}>
          <Loader size="sm" />
        </Center>
      )}
      {state === 'broken' ? (
        <Text c="dimmed">{t('previewFailed')}</Text>
      ) : (
        <img
          src={url}
          alt={file.filename}
          onLoad={() => setState('shown')}
          onError={() => setState('broken')}
        />
      )}
    </div>
  );
}

function Pdf({ file, url }: { file: FileVersion; url: string }) {
  const { t } = useTranslation('files');
  if (navigator.pdfViewerEnabled) return <iframe className={classes.pdf} src={url} title={file.filename} />;
  return (
    <Center className={classes.noViewer}>
      <Text>{t('noPdfViewer')}</Text>
      <Anchor href={file.url} download>
        {t('downloadFile', { name: file.filename })}
      </Anchor>
    </Center>
  );
}
