import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './crop.module.css';
import { drawCrop } from './cut-picture.ts';
import { type Crop, dragged, placeOf, zoomed } from './square-crop.ts';

/** Twice the shown side, for dense screens. */
const CANVAS_PX = 560;
const KEY_STEP = 0.04;
const STEPS: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

interface Props {
  picture: ImageBitmap;
  crop: Crop;
  onCrop(crop: Crop): void;
}

/** The picture under a round frame: drag it, turn the wheel, or use the arrow keys. */
export function CropFrame({ picture, crop, onCrop }: Props) {
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
