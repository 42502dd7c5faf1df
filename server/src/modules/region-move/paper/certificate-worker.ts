import { drawOnRequest } from '../../../platform/paper/drawing-pool.ts';
import { drawCertificates } from './draw-certificate.ts';

drawOnRequest(drawCertificates);
