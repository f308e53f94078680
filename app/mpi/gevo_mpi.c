/* All that GEVO needs of MPI: the processes that mpirun started find each other. It is the one file that is compiled against an MPI, and is
   loaded at run time; for another MPI than this installation's:

     mpicc -shared -fPIC -o libgevompi.so gevo_mpi.c
     export GEVO_MPI=$PWD/libgevompi.so

   Functions return 0, or MPI's error code. */

#include <mpi.h>

/* `ranks`: rank and number of all processes, and of those on this machine. */
int gevo_mpi_start(int ranks[4]) {
  MPI_Comm machine;
  int error = MPI_Init(0, 0);
  if (!error) error = MPI_Comm_rank(MPI_COMM_WORLD, &ranks[0]);
  if (!error) error = MPI_Comm_size(MPI_COMM_WORLD, &ranks[1]);
  if (!error) error = MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  if (!error) error = MPI_Comm_rank(machine, &ranks[2]);
  if (!error) error = MPI_Comm_size(machine, &ranks[3]);
  if (!error) error = MPI_Comm_free(&machine);
  return error;
}

/* From rank 0 to all. */
int gevo_mpi_broadcast(void* bytes, int size) { return MPI_Bcast(bytes, size, MPI_BYTE, 0, MPI_COMM_WORLD); }

/* From now on no process depends on another. */
int gevo_mpi_end(void) { return MPI_Finalize(); }
