import { ApiError, type CallReply } from '@marquee/contracts/client';
import { readToken } from '#src/lib/session/token.ts';
import { reportRefusal } from './api.ts';

function toError(request: XMLHttpRequest): ApiError {
  const wait = Number(request.getResponseHeader('retry-after'));
  try {
    return new ApiError(request.status, JSON.parse(request.responseText), wait > 0 ? wait : null);
  } catch (cause) {
    // The reply is not an error envelope of the API, for example a page of a proxy.
    return new ApiError(
      request.status,
      { message: 'The upload did not work. Please try again.' },
      null,
      cause,
    );
  }
}

type UploadKey = 'POST /api/v1/user/imports';

/**
 * Uploads a file to the address of a call (`addressOf`). Uses XMLHttpRequest, because fetch does not report the
 * progress of an upload.
 * @param onProgress receives the share of the file that is sent, 0 to 1.
 * @throws {ApiError}
 */
export function uploadFile(
  address: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<CallReply<UploadKey>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (error: ApiError) => {
      reportRefusal(error);
      reject(error);
    };
    request.open('POST', (import.meta.env.VITE_API_ORIGIN ?? '') + address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    const token = readToken();
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else fail(toError(request));
    };
    request.onerror = () => fail(new ApiError(0, {}));
    request.send(file);
  });
}
