import { Outbound } from '../../../../libs/outbound/index.js';
import { HttpsEndpoints } from './https-endpoints.js';

describe('HttpsEndpoints', () => {
  afterEach(() => jest.restoreAllMocks());

  it('times out after 5 s without a response', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    await expect(
      new HttpsEndpoints(new Outbound(), ['localhost']).post('https://localhost:1/', {}),
    ).rejects.toMatchObject({
      message: expect.stringContaining('cannot be reached') as string,
      cause: { message: 'no response within 5 s' },
    });
    expect(timeout).toHaveBeenCalledWith(5000);
  });
});
