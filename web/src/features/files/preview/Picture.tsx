import { Button, Loader, Text } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './preview.module.css';
import type { Previewed } from './previewed.ts';
import { reached } from './reached.ts';

/** A picture that fits its place, or in its own size. */
export function Picture({ file }: { file: Previewed }) {
  const { t } = useTranslation('files');
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading');
  const [isWhole, setWhole] = useState(true);
  if (state === 'broken') return <Text className={classes.notShown}>{t('previewFailed')}</Text>;
  const Icon = isWhole ? IconZoomIn : IconZoomOut;
  return (
    <div className={classes.pdf}>
      <div className={classes.toolbar}>
        <span className={classes.space} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={state !== 'shown'}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('picture.ownSize') : t('picture.fit')}
        </Button>
      </div>
      <div className={classes.stage}>
        <div className={classes.scroll} {...reached(file.name)}>
          <img
            className={classes.image}
            data-whole={isWhole || undefined}
            src={file.url}
            alt={file.name}
            onLoad={() => setState('shown')}
            onError={() => setState('broken')}
          />
        </div>
        {state === 'loading' && (
          <div className={classes.coming}>
            <Loader size="sm" />
          </div>
        )}
      </div>
    </div>
  );
}
