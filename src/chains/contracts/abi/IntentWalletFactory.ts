// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentWalletFactoryAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "implementation",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      }
    ],
    "name": "DeployFailed",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "implementation",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      }
    ],
    "name": "Deployed",
    "type": "event"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "implementation",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      }
    ],
    "name": "addressOf",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "implementation",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      }
    ],
    "name": "deploy",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const intentWalletFactoryBytecode =
  '0x6080604052348015600e575f5ffd5b506103ec8061001c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610034575f3560e01c806332c02a1414610038578063e99718d814610074575b5f5ffd5b61004b6100463660046103aa565b610087565b60405173ffffffffffffffffffffffffffffffffffffffff909116815260200160405180910390f35b61004b6100823660046103aa565b61027b565b604080517f3d602d80600a3d3981f3363d3d373d3d3d363d730000000000000000000000006020808301919091527fffffffffffffffffffffffffffffffffffffffff000000000000000000000000606086811b821660348501527f5af43d82803e903d91602b57fd5bf300000000000000000000000000000000006048850152845160378186030181526057850186528051818501207fff0000000000000000000000000000000000000000000000000000000000000060778701523090921b9092166078850152608c840186905260ac808501919091528451808503909101815260cc90930190935281519101209073ffffffffffffffffffffffffffffffffffffffff82163b1561019b5750610275565b5f838251602084015ff5905073ffffffffffffffffffffffffffffffffffffffff8116610217576040517f8caac80500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff861660048201526024810185905260440160405180910390fd5b838573ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8a667a762c6b11836243ef58bb98850c7a4210d0226eb030bb2e03e3b7cc01e360405160405180910390a450505b92915050565b5f6103a3308361031a866040517f3d602d80600a3d3981f3363d3d373d3d3d363d730000000000000000000000006020820152606082811b7fffffffffffffffffffffffffffffffffffffffff0000000000000000000000001660348301527f5af43d82803e903d91602b57fd5bf300000000000000000000000000000000006048830152906057016040516020818303038152906040529050919050565b8051602091820120604080517fff000000000000000000000000000000000000000000000000000000000000008185015260609590951b7fffffffffffffffffffffffffffffffffffffffff0000000000000000000000001660218601526035850193909352605580850191909152825180850390910181526075909301909152815191012090565b9392505050565b5f5f604083850312156103bb575f5ffd5b823573ffffffffffffffffffffffffffffffffffffffff811681146103de575f5ffd5b94602093909301359350505056' as const
