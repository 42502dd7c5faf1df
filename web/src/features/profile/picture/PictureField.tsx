import { Button, FileButton, Input } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { cutPicture, openPicture, PICTURE_TYPES } from './cut-picture.ts';
import classes from './picture-field.module.css';
import type { Crop } from './square-crop.ts';

const loadDialog = () => import('./CropDialog.tsx');
const CropDialog = lazy(loadDialog);
/** Loads the dialog while the person chooses a file; the form is usable sooner without it. */
const preloadDialog = () => void loadDialog().catch(() => {});

/** A new picture, 'removed', or null for no change. */
export type PictureChoice = File | 'removed' | null;

interface Props {
  /** Name for the initials without a picture. */
  name: string;
  /** URL of the current picture. */
  current?: string | null;
  choice: PictureChoice;
  onChoice(choice: PictureChoice): void;
  error?: string | null;
}

/** A person's picture: choose, crop to a square, remove. */
export function PictureField({ name, current = null, choice, onChoice, error }: Props) {
  const { t } = useTranslation('profile');
  const { t: errors } = useTranslation('errors');
  const [open, setOpen] = useState<{ picture: ImageBitmap; type: string } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const reset = useRef<() => void>(null);
  const chosen = useObjectUrl(choice instanceof File ? choice : null);
  const shown = choice === null ? current : chosen;

  const take = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    const picture = await openPicture(file);
    const refused = typeof picture === 'string';
    setTrouble(refused ? errors(picture) : null);
    if (!refused) setOpen({ picture, type: file.type });
  };
  const close = () => {
    open?.picture.close();
    setOpen(null);
  };
  const cut = async (crop: Crop) => {
    if (!open) return;
    const file = await cutPicture(open.picture, crop, open.type);
    if (file) onChoice(file);
    else setTrouble(t('picture.failed'));
    close();
  };
  return (
    <div className={classes.field}>
      <PersonAvatar name={name} picture={shown} size={72} />
      <div className={classes.side}>
        <div className={classes.label}>
          <OptionalLabel text={t('fields.picture')} />
        </div>
        <div className={classes.buttons}>
          <FileButton resetRef={reset} accept={PICTURE_TYPES.join(',')} onChange={(file) => void take(file)}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                onFocus={preloadDialog}
                onPointerEnter={preloadDialog}
                leftSection={<IconPhotoUp size={16} stroke={1.6} aria-hidden />}
              >
                {t(shown ? 'picture.replace' : 'picture.choose')}
              </Button>
            )}
          </FileButton>
          {shown && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() => onChoice(current ? 'removed' : null)}
            >
              {t('picture.remove')}
            </Button>
          )}
        </div>
        <p className={classes.hint}>{t('picture.hint')}</p>
        {(trouble ?? error) && <Input.Error role="alert">{trouble ?? error}</Input.Error>}
      </div>
      {open && (
        <Suspense fallback={null}>
          <CropDialog picture={open.picture} onClose={close} onCrop={(crop) => void cut(crop)} />
        </Suspense>
      )}
    </div>
  );
}

/** An object URL for a file, revoked when another one replaces it. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
