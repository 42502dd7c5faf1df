import type { ComponentType } from 'react';
import type { ViewId } from './views.ts';

interface IconProps {
  size?: number | string;
  stroke?: number | string;
}

function arch(path: string): ComponentType<IconProps> {
  return function Arch({ size = 20, stroke = 1.75 }) {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth={stroke} strokeLinejoin="round" />
      </svg>
    );
  };
}

/** The letter that the orientation cube has on this side. */
function side(letter: string): ComponentType<IconProps> {
  return function Side({ size = 20, stroke = 1.75 }) {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <rect
          x="3"
          y="3"
          width="18"
          height="18"
          rx="3"
          fill="none"
          stroke="currentColor"
          strokeWidth={stroke}
        />
        <text x="12" y="16.4" textAnchor="middle" fontSize="12" fontWeight="650" fill="currentColor">
          {letter}
        </text>
      </svg>
    );
  };
}

/** Arches as they look in their view: the front teeth of the upper jaw above, those of the lower jaw below. */
export const ViewIcon: Record<ViewId, ComponentType<IconProps>> = {
  upper: arch('M4 20C3 10 6 4 12 4s9 6 8 16h-4c.6-7-.8-11-4-11s-4.6 4-4 11z'),
  lower: arch('M4 4C3 14 6 20 12 20s9-6 8-16h-4c.6 7-.8 11-4 11s-4.6-4-4-11z'),
  front: side('A'),
  left: side('L'),
  right: side('R'),
  back: side('P'),
};
