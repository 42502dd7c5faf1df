import { Button, Group, Slider, Stack } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import classes from './crop.module.css';
import { drawCrop } from './cut-picture.ts';
import { type Crop, dragged, MAX_ZOOM, placeOf, wholeOf, zoomed } from './square-crop.ts';

interface Props {
  picture: ImageBitmap;
  onClose(): void;
  onCrop(crop: Crop): void;
}

/** Selects the square of a picture to keep. */
export default function CropDialog({ picture, onClose, onCrop }: Props) {
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

/** Twice the displayed size, for high-density screens. */
const CANVAS_PX = 560;
const KEY_STEP = 0.04;
const STEPS: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

interface CropFrameProps {
  picture: ImageBitmap;
  crop: Crop;
  onCrop(crop: Crop): void;
}

/** The picture under a round frame: drag it, use the wheel, or the arrow keys. */
function CropFrame({ picture, crop, onCrop }: CropFrameProps) {
  const { t } = useTranslation('profile');
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const side = event.currentTarget.clientWidth;
    onCrop(dragged(picture, crop, event.movementX / side, event.movementY / side));
  };
  const step = (event: KeyboardEvent) => {
    const way = STEPS[event.key];
    if (!way) return;
    event.preventDefault();
    onCrop(dragged(picture, crop, ...way));
  };
  const { across, down } = placeOf(picture, crop);
  return (
    <div
      className={classes.frame}
      role="slider"
      tabIndex={0}
      aria-label={t('picture.move')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(across * 100)}
      aria-valuetext={t('picture.place', { x: Math.round(across * 100), y: Math.round(down * 100) })}
      data-autofocus
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={step}
      onWheel={(event) => onCrop(zoomed(picture, crop, crop.zoom * (event.deltaY < 0 ? 1.08 : 1 / 1.08)))}
    >
      <canvas ref={canvas} width={CANVAS_PX} height={CANVAS_PX} className={classes.canvas} />
      <span className={classes.ring} />
    </div>
  );
}
