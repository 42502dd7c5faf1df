import { Button, Group, Slider, Stack } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { CropFrame } from './CropFrame.tsx';
import { type Crop, MAX_ZOOM, wholeOf, zoomed } from './square-crop.ts';

interface Props {
  picture: ImageBitmap;
  onClose(): void;
  onCrop(crop: Crop): void;
}

/** Chooses the square of a picture that is kept. */
export function CropDialog({ picture, onClose, onCrop }: Props) {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation('common');
  const [crop, setCrop] = useState(() => wholeOf(picture));
  return (
    <CuspModal opened onClose={onClose} title={t('picture.cropTitle')}>
      <Stack gap="md" align="center">
        <CropFrame picture={picture} crop={crop} onCrop={setCrop} />
        <Group gap="sm" w="100%" wrap="nowrap">
          <IconZoomOut size={18} stroke={1.6} aria-hidden />
          <Slider
            flex={1}
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            label={null}
            value={crop.zoom}
            onChange={(zoom) => setCrop((now) => zoomed(picture, now, zoom))}
            thumbLabel={t('picture.zoom')}
          />
          <IconZoomIn size={18} stroke={1.6} aria-hidden />
        </Group>
        <Group justify="flex-end" gap="xs" w="100%">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button onClick={() => onCrop(crop)}>{t('picture.use')}</Button>
        </Group>
      </Stack>
    </CuspModal>
  );
}
