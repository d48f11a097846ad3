from minitickets.script import main

main()
