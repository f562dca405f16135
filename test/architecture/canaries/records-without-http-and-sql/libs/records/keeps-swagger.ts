export { ApiProperty } from '@nestjs/swagger';
